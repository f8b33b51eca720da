import type { SeriesOption } from '@showroom/contract/base/base.schema'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { seriesQuery, useDictionaryText } from '../../base/public'
import { customSourceQuery, managedQuery } from '../../team/public'
import { rangeWords } from '../../ui/list/dayRange'
import { choices, fieldNames, type FixedChoice, moreRanges } from '../customer.labels'
import { type CustomerFilter, defaultFilter, type IdField } from './customer.search'

export interface ActiveFilter {
  field: keyof CustomerFilter
  text: string
  /** Takes it away again. */
  without: Partial<CustomerFilter>
  /** Its control is in the toolbar, in sight anyway. */
  inToolbar: boolean
}

const shownNames = 2

/** A few names in full, how many there are of more. */
function joinNames(names: readonly string[]): string {
  const known = names.filter(Boolean)
  const rest = names.length - Math.min(known.length, shownNames)
  return `${known.slice(0, shownNames).join('、')}${rest > 0 ? ` 等${names.length}项` : ''}`
}

/** The filters that are set, in words. */
export function useActiveFilters(filter: CustomerFilter): ActiveFilter[] {
  const { data: members } = useQuery(managedQuery())
  const { data: series } = useQuery(seriesQuery())
  const { data: custom } = useQuery({ ...customSourceQuery(), enabled: filter.otherSource > 0 })
  const level = useDictionaryText('customerLevels')
  const source = useDictionaryText('customerFromSources')
  const online = useDictionaryText('onlineSources')
  const business = useDictionaryText('businessTypes')
  const pay = useDictionaryText('payTypes')
  const fail = useDictionaryText('failReasons')
  const resume = useDictionaryText('resumeDurations')

  const found: ActiveFilter[] = []
  const normal = defaultFilter()
  const add = (
    field: keyof CustomerFilter & keyof typeof fieldNames,
    words: string,
    inToolbar = false,
  ): void => {
    const text = field === 'isZk' ? fieldNames.isZk : `${fieldNames[field]}：${words}`
    found.push({ field, text, without: { [field]: normal[field] }, inToolbar })
  }
  const names: Record<IdField, (id: number) => string> = {
    saleIds: (id) => members?.data.find((member) => member.memberId === id)?.userName ?? '',
    fromSources: source,
    onlineSources: online,
    businessTypes: business,
    series: (id) => series?.records.find((one: SeriesOption) => one.specId === id)?.name ?? '',
  }
  if (filter.levels.length > 0) add('levels', joinNames(filter.levels.map((one) => level(one) || one)), true)
  if (filter.createdDate !== normal.createdDate) add('createdDate', rangeWords(filter.createdDate), true)
  if (filter.isZk) add('isZk', '', true)
  for (const field of Object.keys(names) as IdField[])
    if (filter[field].length > 0) add(field, joinNames(filter[field].map(names[field])))
  for (const field of Object.keys(choices) as FixedChoice[]) {
    const choice = choices[field].find((one) => one.value === filter[field])
    if (choice) add(field, choice.label)
  }
  if (filter.otherSource)
    add(
      'otherSource',
      custom?.data.find((one) => one.id === filter.otherSource)?.name ?? String(filter.otherSource),
    )
  if (filter.payType) add('payType', pay(filter.payType))
  if (filter.failReason) add('failReason', fail(filter.failReason))
  if (filter.resumeDuration) add('resumeDuration', resume(filter.resumeDuration))
  for (const field of moreRanges) if (filter[field]) add(field, rangeWords(filter[field]))
  return found
}

/** The set filters as tags, each to be taken away by itself. */
export function FilterTags({
  active,
  onRemove,
  onReset,
}: {
  active: readonly ActiveFilter[]
  onRemove: (without: Partial<CustomerFilter>) => void
  onReset: () => void
}) {
  if (active.length === 0) return null
  return (
    <ul className="sr-filter-tags" aria-label="已选筛选条件">
      {active.map(({ field, text, without }) => (
        <li key={field}>
          <Tag
            closable={{ 'aria-label': `移除 ${text}` }}
            onClose={(event) => {
              event.preventDefault()
              onRemove(without)
            }}
          >
            {text}
          </Tag>
        </li>
      ))}
      <li>
        <Button type="link" size="small" onClick={onReset}>
          清除全部
        </Button>
      </li>
    </ul>
  )
}
