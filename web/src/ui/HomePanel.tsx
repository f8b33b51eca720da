import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState'
import { RowsSkeleton } from './Skeletons'
import { withCommas } from './withCommas'
import './home.css'

interface HomePanelProps<Row> {
  id: string
  title: string
  /** The list that holds all rows, linked beside the title unless it is empty. */
  whole?: { readonly link: LinkProps; readonly total: number | undefined; readonly unit: string }
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  /** The query of the rows. */
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  empty: ReactNode
  /** Renders a row as a list item with its key. */
  render: (row: Row) => ReactNode
}

/** A list of the home page with its heading. */
export const HomePanel = <Row,>({ id, title, whole, rows, query, empty, render }: HomePanelProps<Row>) => (
  <section className="sr-panel sr-home-panel" aria-labelledby={id}>
    <header className="sr-dash-head">
      <h2 id={id}>{title}</h2>
      {whole && whole.total !== undefined && whole.total > 0 && (
        <Link {...whole.link}>
          全部 {withCommas(whole.total)} {whole.unit}
        </Link>
      )}
    </header>
    {!rows && query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : !rows ? (
      <RowsSkeleton rows={6} />
    ) : rows.length === 0 ? (
      empty
    ) : (
      <ul className="sr-home-rows">{rows.map(render)}</ul>
    )}
  </section>
)
