import { clockText } from '@showroom/contract/kernel/day'
import { Button, Input } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useFirstRowKey, useRowKeys } from '../../ui/queue/useRowKeys'
import { useNow } from '../../ui/useNow'
import { useShortcut } from '../../ui/useShortcut'
import { type SteadyRow, useSteadyRows } from './useSteadyRows'
import './today.css'

/** A part of the list, with its heading. */
export interface WorkPart<Name> {
  readonly name: Name
  readonly title: string
  /** Rows shown before 展开; all by default. */
  readonly most?: number | undefined
  /** Rows that the server counted but did not list, and the links to them. */
  readonly beyond: number
  readonly more: ReactNode
}

interface WorkRowsProps<Row, Name> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  parts: readonly WorkPart<Name>[]
  partOf: (row: Row) => Name
  /** Texts of the row that the filter searches. */
  textsOf: (row: Row) => readonly string[]
  addedText: (added: readonly Row[]) => string
  /** At the start and the end of the head. */
  head?: ReactNode
  keys: ReactNode
  link?: ReactNode
  /** Above the parts. */
  note?: ReactNode
  /** Renders the forms of the rows that the filter found. */
  children: (found: readonly Row[]) => ReactNode
  /** Renders a row as a list item with its key; Enter runs the action of the first one. */
  render: (row: SteadyRow<Row>, isFirst: boolean) => ReactNode
}

/**
 * Work in its order, by parts: each row has its next action. J and K move between the rows, / filters them, and while the pointer is over them
 * they keep their places.
 */
export function WorkRows<Row, Name extends string>(props: WorkRowsProps<Row, Name>) {
  const { label, keyOf, parts, partOf, textsOf, addedText, head, keys, link, note, children, render } = props
  const [word, setWord] = useState('')
  const matches = (row: Row): boolean =>
    textsOf(row).some((text) => text.toLowerCase().includes(word.toLowerCase()))
  const filtered = word ? props.rows.filter(matches) : props.rows
  const { rows, added, holding } = useSteadyRows(filtered, keyOf)
  const field = useRef<HTMLDivElement>(null)
  useRowKeys(true, true)
  useFirstRowKey()
  useShortcut('/', '筛选', () => field.current?.querySelector('input')?.focus(), { opens: false })
  const first = rows.find(({ isGone }) => !isGone)
  return (
    <section className="sr-panel sr-today-list" aria-label={label} data-rows {...holding}>
      <header className="sr-today-head">
        {head}
        <p className="sr-today-added" role="status">
          {addedText(added)}
        </p>
        {added.length === 0 && <p className="sr-today-keys sr-quiet">{keys}</p>}
        <div ref={field}>
          <Input
            size="small"
            allowClear
            placeholder="筛选"
            aria-label={`筛选${label}的工作`}
            value={word}
            onChange={({ target }) => setWord(target.value.trim())}
          />
        </div>
        {link}
      </header>
      {note}
      {word !== '' && rows.length === 0 && <p className="sr-quiet sr-today-none">没有符合“{word}”的行</p>}
      {parts.map((part) => {
        const own = rows.filter(({ row }) => partOf(row) === part.name)
        return (
          own.length > 0 && (
            <Part
              key={part.name}
              part={part}
              rows={own}
              isWhole={word !== ''}
              render={(row) => render(row, row === first)}
            />
          )
        )
      })}
      {children(filtered)}
    </section>
  )
}

interface PartProps<Row, Name> {
  part: WorkPart<Name>
  rows: readonly SteadyRow<Row>[]
  /** Shows all rows. */
  isWhole: boolean
  render: (row: SteadyRow<Row>) => ReactNode
}

function Part<Row, Name extends string>({ part, rows, isWhole, render }: PartProps<Row, Name>) {
  const { name, title, beyond, more } = part
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const most = isOpen || isWhole ? rows.length : (part.most ?? rows.length)
  const folded = rows.length - Math.min(most, rows.length)
  return (
    <section aria-label={title}>
      <h2 className="sr-today-title" data-part={name}>
        {title} <span className="sr-num">{name === 'now' ? clockText(now) : rows.length + beyond}</span>
      </h2>
      <ul className="sr-today-rows">{rows.slice(0, most).map(render)}</ul>
      {folded > 0 && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          展开 {folded} 条
        </Button>
      )}
      {folded === 0 && beyond > 0 && more}
    </section>
  )
}

/** Keys shown in the head of the list: `['Enter', '做这一步']`. */
export const Keys = ({ of }: { of: readonly (readonly [keys: string, does: string])[] }) =>
  of.map(([keys, does]) => (
    <span key={keys}>
      {keys.split(' ').map((key) => (
        <span key={key}>
          <kbd className="sr-kbd">{key}</kbd>{' '}
        </span>
      ))}
      {does}{' '}
    </span>
  ))
