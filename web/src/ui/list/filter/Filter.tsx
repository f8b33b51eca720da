import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { clearable } from '../../form/clearable'
import { Select } from '../../later/later'
import type { DayRange } from '../../form/DayPicker'
import { DaysOfRange } from '../../form/DaysOfRange'
import { rangeOf, rangePresets, rangeText } from './dayRange'
import type { Choice, ChoiceField, DaysField } from './fields'
import { Labelled } from './Labelled'
import { type Fields, type FilterOf, partOf } from './listFields'
import type { ListState } from './useListFilter'

/** Filter controls of a list; their name, value and change handler come from the list's field table. */

interface FilterProps<F extends Fields, Name> {
  list: Pick<ListState<F>, 'table' | 'filter' | 'change'>
  field: Name
}

interface Control<Value> {
  readonly 'aria-label': string
  readonly value: Value
  /** Undefined resets to the usual value. */
  readonly onChange: (value: Value | undefined) => void
}

/** A labelled filter around any control. */
export function Filter<F extends Fields, Name extends keyof F & string>({
  list: { table, filter, change },
  field,
  children,
}: FilterProps<F, Name> & { children: (control: Control<FilterOf<F>[Name]>) => ReactNode }) {
  const label = table.fields[field]?.label ?? ''
  const control: Control<FilterOf<F>[Name]> = {
    'aria-label': label,
    value: filter[field],
    onChange: (value) => change(partOf<F>(field, value ?? table.usualOf(filter, field))),
  }
  return <Labelled label={label}>{children(control)}</Labelled>
}

/** Placeholder for a filter whose presence is not known yet. The other filters stay hidden until then, because they would jump. */
export const FilterPlaceholder = () => <span hidden className="sr-filter-to-come" />

/** The names of a table's fields of one kind. */
type NamesOf<F extends Fields, Kind> = { [Name in keyof F]: F[Name] extends Kind ? Name : never }[keyof F] &
  string

interface DaysFilterProps<F extends Fields> extends FilterProps<F, NamesOf<F, DaysField>> {
  /** The error text for a range that cannot be requested; such a range is not applied. */
  problemOf?: (range: DayRange | undefined) => string
}

/** Filters by a range of days. */
export function DaysFilter<F extends Fields>({ list, field, problemOf }: DaysFilterProps<F>) {
  const [problem, setProblem] = useState('')
  const { most, label } = list.table.fields[field] as unknown as DaysField
  const change = (range: DayRange | undefined): void => {
    const wrong = problemOf?.(range) ?? ''
    setProblem(wrong)
    if (wrong) return
    const text = rangeText(range)
    const isNone = text === '' && most !== undefined
    list.change(partOf<F>(field, isNone ? list.table.usualOf(list.filter, field) : text))
  }
  return (
    <Labelled label={label}>
      <DaysOfRange
        aria-label={label}
        value={rangeOf(list.filter[field])}
        presets={rangePresets(most)}
        onChange={change}
      />
      {problem && (
        <p className="sr-filter-problem" role="alert">
          {problem}
        </p>
      )}
    </Labelled>
  )
}

interface ChoiceFilterProps<F extends Fields> extends FilterProps<F, NamesOf<F, ChoiceField>> {
  /** Shows all options, including 全部, instead of a select. */
  inSight?: boolean
  className?: string
}

/** Filters by one of the query's own codes, or by none. */
export function ChoiceFilter<F extends Fields>(props: ChoiceFilterProps<F>) {
  const { list, field, inSight = false, className = '' } = props
  const { choices, label } = list.table.fields[field] as unknown as ChoiceField
  const options: Choice[] = choices.map((one) => ({ ...one }))
  const value: number = list.filter[field]
  const change = (next: number | undefined): void => list.change(partOf<F>(field, next ?? 0))
  return (
    <Labelled label={label}>
      {inSight ? (
        <Segmented<number>
          aria-label={label}
          options={[{ value: 0, label: '全部' }, ...options]}
          value={value}
          onChange={change}
        />
      ) : (
        <Select<number>
          className={`sr-fill ${className}`}
          aria-label={label}
          placeholder="全部"
          allowClear={clearable}
          options={options}
          value={value || null}
          onChange={change}
        />
      )}
    </Labelled>
  )
}
