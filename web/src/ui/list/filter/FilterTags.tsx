import { Button, Tag } from 'antd'
import { rangeWords } from './dayRange'
import type { ChoiceField } from './fields'
import { type Fields, type FilterOf, partOf } from './listFields'
import type { ListState } from './useListFilter'

/** Fields whose value names only the room knows: members, series, dictionary codes. */
type NamedFields<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { kind: 'ids' | 'words' | 'code' } ? Name : never
}[keyof F]

type ElementOf<Value> = Value extends readonly (infer One)[] ? One : Value

/** Returns the name of a value; empty while it is not known. */
export type NamesOf<F extends Fields> = {
  readonly [Name in NamedFields<F>]: (value: ElementOf<FilterOf<F>[Name]>) => string
}

export interface ActiveFilter<F extends Fields> {
  readonly field: keyof F & string
  readonly text: string
}

const shownNames = 2

/** Joins the first names and appends the total count if there are more. */
function joinNames(names: readonly string[]): string {
  const labels = names.filter(Boolean)
  const rest = names.length - Math.min(labels.length, shownNames)
  return `${labels.slice(0, shownNames).join('、')}${rest > 0 ? ` 等${names.length}项` : ''}`
}

/** The set filters in words. */
export function activeFilters<F extends Fields>(
  { table, filter }: Pick<ListState<F>, 'table' | 'filter'>,
  names: NamesOf<F>,
): ActiveFilter<F>[] {
  const wordsOf = (field: keyof F & string): string => {
    const { kind } = table.fields[field] as F[string]
    const value: unknown = filter[field]
    if (kind === 'days') return rangeWords(value as string)
    if (kind === 'choice')
      return (
        (table.fields[field] as unknown as ChoiceField).choices.find((one) => one.value === value)?.label ??
        ''
      )
    const nameOf = names[field as keyof typeof names] as (one: unknown) => string
    return Array.isArray(value) ? joinNames(value.map((one) => nameOf(one))) : nameOf(value)
  }
  return table.chosen(filter).map((field) => {
    const { kind, label } = table.fields[field] as F[string]
    return { field, text: kind === 'flag' ? label : `${label}：${wordsOf(field)}` }
  })
}

interface FilterTagsProps<F extends Fields> {
  list: Pick<ListState<F>, 'table' | 'filter' | 'change' | 'clear'>
  active: readonly ActiveFilter<F>[]
}

/** The set filters as tags, each of which can be removed. */
export function FilterTags<F extends Fields>({ list, active }: FilterTagsProps<F>) {
  if (active.length === 0) return null
  return (
    <ul className="sr-filter-tags" aria-label="已选筛选条件">
      {active.map(({ field, text }) => (
        <li key={field}>
          <Tag
            closable={{ 'aria-label': `移除 ${text}` }}
            onClose={(event) => {
              event.preventDefault()
              list.change(partOf<F>(field, list.table.usualOf(list.filter, field)))
            }}
          >
            {text}
          </Tag>
        </li>
      ))}
      <li>
        <Button type="link" size="small" onClick={list.clear}>
          清除全部
        </Button>
      </li>
    </ul>
  )
}
