import { maxSeries } from '@showroom/contract/customer/customer.rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { useEffect, useState } from 'react'
import { clearable } from '../ui/form/clearable'
import { competitorQuery, offered, offText, seriesQuery } from './base.queries'
import { byLabel, keywordOf } from '../ui/found'
import { Select } from '../ui/later/later'

interface OptionGroup {
  label: string
  options: { value: number; label: string }[]
}

/** Our series, by brand; includes disabled ones only if chosen, or all of them for a filter. */
function useSeriesGroups(chosen: readonly number[] | 'all'): { groups: OptionGroup[]; isPending: boolean } {
  const { data, isPending } = useQuery(seriesQuery())
  const groups = new Map<string, OptionGroup>()
  const series = offered(data?.records ?? [], ({ specId }) => chosen === 'all' || chosen.includes(specId))
  for (const { specId, name, brandName, isOff } of series) {
    const group = groups.get(brandName) ?? { label: brandName, options: [] }
    group.options.push({ value: specId, label: offText(name, isOff) })
    groups.set(brandName, group)
  }
  return { groups: [...groups.values()], isPending }
}

interface ManyProps {
  id?: string
  value?: readonly number[]
  onChange?: (value: number[]) => void
  placeholder?: string
  max?: number
  'aria-label'?: string
  /** One line, for filters: shows a count for tags that do not fit. */
  oneLine?: boolean
}

/** Intended series: several, five at most. */
export function SeriesSelect({ value, onChange, max = maxSeries, oneLine, ...rest }: ManyProps) {
  const { groups, isPending } = useSeriesGroups(oneLine ? 'all' : (value ?? []))
  return (
    <Select<number[]>
      placeholder={`请选择，最多${max}个`}
      {...rest}
      className="sr-fill"
      mode="multiple"
      maxCount={max}
      {...(oneLine && { maxTagCount: 'responsive' as const })}
      allowClear={clearable}
      loading={isPending}
      options={groups}
      showSearch={{ ...byLabel, autoClearSearchValue: true }}
      value={isPending ? [] : [...(value ?? [])]}
      onChange={(next) => onChange?.(next)}
    />
  )
}

interface OneProps {
  id?: string
  value?: number
  onChange?: (value: number | undefined) => void
  placeholder?: string
  'aria-label'?: string
}

/** One of our series; 0 counts as none. */
export function OneSeriesSelect({ value, onChange, ...rest }: OneProps) {
  const { groups, isPending } = useSeriesGroups([value ?? 0])
  return (
    <Select<number>
      placeholder="请选择车系"
      {...rest}
      className="sr-fill"
      allowClear={clearable}
      loading={isPending}
      options={groups}
      showSearch={byLabel}
      value={(!isPending && value) || null}
      onChange={(next) => onChange?.(next)}
    />
  )
}

const searchDelayMs = 300

/** A competitor's series, searched on the server. `known` names previously chosen ones that no search has found. */
export function CompetitorSelect({
  value,
  onChange,
  max = maxSeries,
  extra: known = [],
  oneLine,
  ...rest
}: ManyProps & { extra?: readonly { specId: number; name: string }[] }) {
  const [typed, setTyped] = useState('')
  const [key, setKey] = useState('')
  const [opened, setOpened] = useState(false)
  const [names, setNames] = useState(() => new Map(known.map(({ specId, name }) => [specId, name])))
  useEffect(() => {
    const timer = setTimeout(() => setKey(keywordOf(typed)), searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useQuery({
    ...competitorQuery(key),
    enabled: opened,
    placeholderData: keepPreviousData,
  })
  const choices = (data?.data ?? []).map(({ id, brandName, seriesName }) => ({
    value: id,
    // Many series carry the brand in their name already.
    label: seriesName.startsWith(brandName) ? seriesName : `${brandName} ${seriesName}`,
  }))
  // A chosen series keeps its name when the next search no longer finds it.
  const chosen = (value ?? [])
    .filter((id) => !choices.some((option) => option.value === id))
    .map((id) => ({ value: id, label: names.get(id) ?? String(id) }))
  return (
    <Select<number[], { value: number; label: string }>
      placeholder={`输入品牌或车系搜索，最多${max}个`}
      {...rest}
      className="sr-fill"
      mode="multiple"
      maxCount={max}
      {...(oneLine && { maxTagCount: 'responsive' as const })}
      allowClear={clearable}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped, autoClearSearchValue: true }}
      onOpenChange={(open) => open && setOpened(true)}
      notFoundContent={isFetching ? <Spin size="small" /> : '没有找到车系'}
      options={[...chosen, ...choices]}
      value={[...(value ?? [])]}
      onChange={(next, options) => {
        const picked = [options ?? []].flat()
        setNames((old) => new Map([...old, ...picked.map((option) => [option.value, option.label] as const)]))
        onChange?.(next)
      }}
    />
  )
}
