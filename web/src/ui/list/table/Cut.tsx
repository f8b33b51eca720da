import { cell } from './waiting'

/** Text cut after one or two lines, with the full text in the tooltip. A dash if empty. */
export const Cut = ({ text, lines = 1 }: { text: string; lines?: 1 | 2 }) =>
  text ? (
    <span className={lines === 1 ? 'sr-cut' : 'sr-cut-two'} title={text}>
      {text}
    </span>
  ) : (
    <span className="sr-quiet">—</span>
  )

/** The text for which a column of more than text grows; see `ListColumn`. */
export const growsFor =
  <Row extends object>(text: (row: Row) => string) =>
  (row: Row | { waiting: true }): string =>
    'waiting' in row ? '' : text(row)

/** Text and cell of a column that shows a text, cut where even the widest column is too narrow for it. */
export const cutText = <Row extends object>(bone: string, text: (row: Row) => string, lines: 1 | 2 = 1) => ({
  text: growsFor<Row>((row) => text(row).slice(0, Math.ceil(text(row).length / lines))),
  render: cell<Row>(bone, (row) => <Cut text={text(row)} lines={lines} />),
})
