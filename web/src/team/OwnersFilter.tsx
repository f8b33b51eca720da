import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { clearable } from '../ui/form/clearable'
import { memberListQuery } from './team.queries'
import { byLabel } from '../ui/found'
import { Select } from '../ui/later/later'

/** Roles that can own customers: 总经理, 销售经理, 客户经理, 网销专员. */
const owningRoles: ReadonlySet<number> = new Set([1, 3, 4, 5])

interface Control {
  'aria-label': string
  value: number[]
  onChange: (value: number[] | undefined) => void
}

/**
 * Filter by owner for lists that show the whole store; `children` places the select. Renders nothing if the store has fewer than two
 * owners.
 */
export function OwnersFilter({
  children,
}: {
  children: (select: (control: Control) => ReactNode) => ReactNode
}) {
  const { data, isPending } = useQuery(memberListQuery())
  const owners = (data?.data ?? []).filter(({ role }) => owningRoles.has(role))
  if (!isPending && owners.length < 2) return null
  return children((control) => (
    <Select<number[]>
      {...control}
      className="sr-fill"
      placeholder="全部"
      mode="multiple"
      maxTagCount="responsive"
      allowClear={clearable}
      loading={isPending}
      showSearch={{ ...byLabel, autoClearSearchValue: true }}
      value={isPending ? [] : control.value}
      options={owners.map(({ memberId, userName }) => ({ value: memberId, label: userName }))}
    />
  ))
}
