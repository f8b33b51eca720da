import { Checkbox, type CheckboxChangeEvent } from 'antd'
import type { ReactNode } from 'react'
import type { Choosing } from './table/useSelection'
import type { ShownRows } from './table/waiting'
import './table/rows.css'

interface CardsProps<Row> extends ShownRows<Row> {
  idOf: (row: Row) => number
  /** Renders a row's card. */
  children: (row: Row) => ReactNode
}

/** A list on a phone: one card per row. */
export function Cards<Row>({ rows, idOf, count, stale, empty, children }: CardsProps<Row>) {
  if (!rows) return <WaitingCards count={count} />
  if (rows.length === 0) return <div className="sr-panel">{empty}</div>
  // A row that came to the list meanwhile moves another one to the next page: that is on both.
  const unique = [...new Map(rows.map((row) => [idOf(row), row])).values()]
  return (
    <ul className={`sr-cards ${stale ? 'sr-stale' : ''}`}>
      {unique.map((row) => (
        <li key={idOf(row)}>{children(row)}</li>
      ))}
    </ul>
  )
}

/** Placeholder cards while the rows load. */
const WaitingCards = ({ count }: { count: number }) => (
  <div className="sr-cards" aria-busy>
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="sr-card sr-card-waiting">
        <span className="sr-bone" style={{ width: '45%' }} />
        <span className="sr-bone" style={{ width: '75%' }} />
      </div>
    ))}
  </div>
)

interface CardTickProps extends Choosing {
  id: number
  name: string
}

/** Props of the checkbox that ticks a card. */
const boxOf = ({ id, name, selected = [], onSelect }: CardTickProps) => ({
  'aria-label': `选择 ${name}`,
  checked: selected.includes(id),
  onChange: ({ target }: CheckboxChangeEvent) =>
    onSelect([...selected.filter((other) => other !== id), ...(target.checked ? [id] : [])]),
})

/** A checkbox on a card that has its own buttons. */
export const CardTick = (props: CardTickProps) => <Checkbox className="sr-card-tick" {...boxOf(props)} />

interface CardChoiceProps extends CardTickProps {
  children: ReactNode
}

/** A card in selection mode: tapping it ticks it. */
export const CardChoice = ({ children, ...props }: CardChoiceProps) => (
  <Checkbox className="sr-card sr-card-choice" {...boxOf(props)}>
    {children}
  </Checkbox>
)
