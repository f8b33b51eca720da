import type { ReactNode } from 'react'
import { RowsSkeleton } from './Skeletons'
import './home.css'

interface HomePanelProps<Row> {
  id: string
  title: string
  /** Shown beside the title: a count, or a link to the whole list. */
  note: ReactNode
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  empty: ReactNode
  /** Renders a row as a list item with its key. */
  render: (row: Row) => ReactNode
}

/** A list of the home page with its heading. */
export const HomePanel = <Row,>({ id, title, note, rows, empty, render }: HomePanelProps<Row>) => (
  <section className="sr-panel sr-home-panel" aria-labelledby={id}>
    <header className="sr-dash-head">
      <h2 id={id}>{title}</h2>
      {note}
    </header>
    {!rows ? (
      <RowsSkeleton rows={6} />
    ) : rows.length === 0 ? (
      empty
    ) : (
      <ul className="sr-home-rows">{rows.map(render)}</ul>
    )}
  </section>
)
