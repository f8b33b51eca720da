import { useQuery } from '@tanstack/react-query'
import type { SelectProps } from 'antd'
import { clearable } from '../ui/form/clearable'
import { customSourceQuery, managedQuery, memberListQuery } from './team.queries'
import { useAssignable } from './useAssignable'
import { byLabel } from '../ui/found'
import { Select } from '../ui/later/later'
import './member-select.css'

interface Shared {
  id?: string
  placeholder?: string
  'aria-label'?: string
}
interface One extends Shared {
  value?: number
  onChange?: (value: number | undefined) => void
}

/** Selects one of options that are loading, and shows no value before they are there. Treats 0 as no selection. */
function OneSelect<Option extends { value: number; label: string }>({
  value,
  onChange,
  isPending,
  ...rest
}: One & Pick<SelectProps<number, Option>, 'options' | 'optionRender'> & { isPending: boolean }) {
  return (
    <Select<number, Option>
      {...rest}
      {...waiting(isPending)}
      showSearch={byLabel}
      value={(!isPending && value) || null}
      onChange={(next) => onChange?.(next)}
    />
  )
}

const waiting = (isPending: boolean) => ({
  className: 'sr-fill',
  allowClear: clearable,
  loading: isPending,
  ...(isPending && { notFoundContent: '加载中…' }),
})

/**
 * Selects a member who can receive customers: from the caller's own line without the caller, or with `isAll` from the whole store.
 * `withSelf` adds the caller to the line. `without` excludes members. `withLeads` shows each member's open leads and marks the one
 * suggested for the next lead. `withLoad` shows how many customers each follows.
 */
export function MemberSelect({
  isAll = false,
  withSelf = false,
  without = [],
  withLeads = false,
  withLoad = false,
  ...rest
}: One & {
  isAll?: boolean
  withSelf?: boolean
  without?: readonly number[]
  withLeads?: boolean
  withLoad?: boolean
}) {
  const { data, isPending } = useAssignable({ isAll, withSelf, withLeads, withLoad })
  return (
    <OneSelect<MemberChoice>
      placeholder="请选择客户经理"
      {...rest}
      isPending={isPending}
      options={data
        .filter(({ memberId }) => !without.includes(memberId))
        .map(({ memberId, userName, clueCount, customerCount }, index) => ({
          value: memberId,
          label: userName,
          load: withLeads ? `${clueCount} 条待跟进线索` : `在跟 ${customerCount} 位`,
          advised: withLeads && index === 0,
        }))}
      {...((withLeads || withLoad) && { optionRender: (option) => memberWithLoad(option.data) })}
    />
  )
}

interface MemberChoice {
  value: number
  label: string
  load: string
  /** This member is suggested for the next lead. */
  advised: boolean
}

const memberWithLoad = ({ label, load, advised }: MemberChoice) => (
  <span className="sr-member-option">
    <span className="sr-member-name">{label}</span>
    {advised && <span className="sr-member-advised">建议</span>}
    <span className="sr-member-load">{load}</span>
  </span>
)

/** Selects several of the members below the caller, for filters. Show it only when there is more than one. */
export function ManagedMembersSelect({
  value,
  onChange,
  ...rest
}: Shared & { value?: readonly number[]; onChange?: (value: number[]) => void }) {
  const { data, isPending } = useQuery(managedQuery())
  return (
    <Select<number[]>
      placeholder="全部"
      {...rest}
      {...waiting(isPending)}
      mode="multiple"
      maxTagCount="responsive"
      showSearch={{ ...byLabel, autoClearSearchValue: true }}
      value={isPending ? [] : [...(value ?? [])]}
      options={(data?.data ?? []).map(({ memberId, userName }) => ({ value: memberId, label: userName }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** Selects any present or former member of the store, for filters over past events. */
export function AnyMemberSelect(rest: One) {
  const { data, isPending } = useQuery(memberListQuery(true))
  return (
    <OneSelect
      placeholder="全部"
      {...rest}
      isPending={isPending}
      options={(data?.data ?? []).map(({ memberId, userName, leftAt }) => ({
        value: memberId,
        label: leftAt ? `${userName}（已离职）` : userName,
      }))}
    />
  )
}

/** The dealer's own customer sources (source 99). */
export function CustomSourceSelect(rest: One) {
  const { data, isPending } = useQuery(customSourceQuery())
  return (
    <OneSelect
      placeholder="请选择自定义来源"
      {...rest}
      isPending={isPending}
      options={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
