import { reachedRate } from '@showroom/contract/target/pace.rules'
import { sumOfSet } from '@showroom/contract/kernel/sum'
import { levelLabels, targetLabel, targetMeasures } from '@showroom/contract/target/target.rules'
import type { TargetLevel, TargetMeasure } from '@showroom/contract/target/target.rules'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { blockOf, type CellText, type Edits, goalOfText, type GridRow, keyOf, textOf } from './grid'

export interface Cell {
  readonly id: number
  readonly measure: TargetMeasure
}

interface TargetGridProps {
  rows: readonly GridRow[]
  level: TargetLevel
  edits: Edits
  isEditable: boolean
  onEdit: (cells: readonly CellText[]) => void
  onFocus: (cell: Cell) => void
  /** Ctrl+Enter saves. */
  onSend: () => void
}

/** Rows of the store and its members by measures, with the members' sum and its difference to the store's target. */
export function TargetGrid({ rows, level, edits, isEditable, onEdit, onFocus, onSend }: TargetGridProps) {
  const textAt = (row: GridRow, measure: TargetMeasure): string =>
    edits.get(keyOf(row.id, measure, level))?.text ?? textOf(row.numbers[measure].goals[level])
  const taking = rows.filter((row) => row.isEditable)

  /** Fills the block from this cell on, to the right and down, by the rows that take numbers. */
  const paste = (event: ClipboardEvent<HTMLInputElement>, row: GridRow, column: number): void => {
    const block = blockOf(event.clipboardData.getData('text/plain'))
    if (block.length === 1 && block[0]?.length === 1) return
    event.preventDefault()
    const first = taking.indexOf(row)
    onEdit(
      block.flatMap((line, down) =>
        line.flatMap((text, right): CellText[] => {
          const [to, measure] = [taking[first + down], targetMeasures[column + right]]
          return to && measure ? [{ id: to.id, measure, level, text: text.trim() }] : []
        }),
      ),
    )
  }
  return (
    <div className="sr-panel sr-target-scroll">
      <table className="sr-target-table" aria-label={`${levelLabels[level]}目标`}>
        <thead>
          <tr>
            <th scope="col">姓名</th>
            {targetMeasures.map((measure) => (
              <th key={measure} scope="col">
                {targetLabel(measure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-store={row.id === 0 || undefined}>
              <th scope="row" title={row.name}>
                <span className="sr-cut">{row.name}</span>
              </th>
              {targetMeasures.map((measure, column) => (
                <GridCell
                  key={measure}
                  {...{ row, measure, level, edits, onSend }}
                  text={textAt(row, measure)}
                  at={isEditable && row.isEditable ? `${taking.indexOf(row)} ${column}` : undefined}
                  onFocus={() => onFocus({ id: row.id, measure })}
                  onText={(text) => onEdit([{ id: row.id, measure, level, text }])}
                  onPaste={(event) => paste(event, row, column)}
                />
              ))}
            </tr>
          ))}
        </tbody>
        {rows.some(({ id }) => id === 0) && (
          <tfoot>
            <Sums {...{ rows, textAt }} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

interface GridCellProps {
  row: GridRow
  measure: TargetMeasure
  level: TargetLevel
  edits: Edits
  text: string
  /** Place among the cells that take numbers; undefined for a cell that is only read. */
  at: string | undefined
  onFocus: () => void
  onText: (text: string) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
  onSend: () => void
}

function GridCell({ row, measure, level, edits, text, at, onFocus, onText, onPaste, onSend }: GridCellProps) {
  const { done, goals } = row.numbers[measure]
  const label = `${row.name} ${targetLabel(measure)} ${levelLabels[level]}`
  return (
    <td data-typed={edits.has(keyOf(row.id, measure, level)) || undefined}>
      {at !== undefined ? (
        <input
          className="sr-target-input sr-num sr-printed"
          inputMode="numeric"
          autoComplete="off"
          aria-label={label}
          aria-invalid={goalOfText(text) === undefined}
          data-at={at}
          value={text}
          onFocus={(event) => {
            event.target.select()
            onFocus()
          }}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => move(event, onSend)}
          onPaste={onPaste}
        />
      ) : row.isEditable ? (
        <button
          type="button"
          className="sr-target-number sr-num sr-printed"
          aria-label={label}
          onClick={onFocus}
        >
          {text || '--'}
        </button>
      ) : null}
      <Reached done={done} goal={goals[level]} />
    </td>
  )
}

/** The done number under its target, with the rate and a bar. */
function Reached({ done, goal }: { done: number; goal: number | null }) {
  const rate = reachedRate(done, goal)
  return (
    <>
      <small className="sr-target-done sr-num">
        {done}
        {rate !== null && ` · ${rate}%`}
      </small>
      {rate !== null && (
        <span className="sr-target-bar-rate" aria-hidden>
          <span style={{ width: `${Math.min(100, rate)}%` }} data-reached={rate >= 100 || undefined} />
        </span>
      )}
    </>
  )
}

interface SumsProps {
  rows: readonly GridRow[]
  textAt: (row: GridRow, measure: TargetMeasure) => string
}

/** The members' sums, and how far they are from the store's own target. */
function Sums({ rows, textAt }: SumsProps) {
  const members = rows.filter(({ id }) => id > 0)
  const store = rows.find(({ id }) => id === 0)
  const sums = targetMeasures.map((measure) => ({
    measure,
    sum: sumOfSet(members.map((row) => goalOfText(textAt(row, measure)) ?? null)),
    own: (store && goalOfText(textAt(store, measure))) ?? null,
  }))
  return (
    <>
      <tr>
        <th scope="row">成员合计</th>
        {sums.map(({ measure, sum }) => (
          <td key={measure} className="sr-num">
            {sum ?? '--'}
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row">与门店目标相差</th>
        {sums.map(({ measure, sum, own }) => (
          <td
            key={measure}
            className="sr-num"
            data-apart={(sum !== null && own !== null && sum !== own) || undefined}
          >
            {sum === null || own === null
              ? '--'
              : sum === own
                ? '一致'
                : sum > own
                  ? `多 ${sum - own}`
                  : `少 ${own - sum}`}
          </td>
        ))}
      </tr>
    </>
  )
}

/** Moves between cells: up and down, sideways at the text's ends, Enter down and Shift+Enter up. */
function move(event: KeyboardEvent<HTMLInputElement>, onSend: () => void): void {
  if (event.nativeEvent.isComposing) return
  const input = event.currentTarget
  const [row = 0, column = 0] = (input.dataset.at ?? '').split(' ').map(Number)
  const { selectionStart: start, selectionEnd: end, value } = input
  const isWhole = start === 0 && end === value.length
  const steps: Partial<Record<string, readonly [number, number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    Enter: [event.shiftKey ? -1 : 1, 0],
    ...((isWhole || (start === 0 && end === 0)) && { ArrowLeft: [0, -1] as const }),
    ...((isWhole || start === value.length) && { ArrowRight: [0, 1] as const }),
  }
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSend()
  input
    .closest('table')
    ?.querySelector<HTMLInputElement>(`[data-at="${row + step[0]} ${column + step[1]}"]`)
    ?.focus()
}
