import type { RegionNode } from '@showroom/contract/base/base.schema'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { PathCascader } from '../ui/form/PathCascader'
import { type Region, regionTreeQuery, useOwnRegion } from './base.queries'
import { regionRankOf } from './regionRank'

interface RegionCascaderProps {
  id?: string
  value?: Region
  onChange?: (value: Region | undefined) => void
  /** 2: province and city; 3: down to the district. */
  depth?: 2 | 3
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
}

interface Option {
  readonly value: string
  readonly label: string
  readonly children?: Option[]
}

const none: readonly RegionNode[] = []

/** Province, city and district, found by any part of their names. The values are names, as on the wire. */
export function RegionCascader({ value, onChange, depth = 3, ...rest }: RegionCascaderProps) {
  const [isWanted, setWanted] = useState(false)
  const { data, isFetching, isError, refetch } = useQuery({ ...regionTreeQuery(), enabled: isWanted })
  const own = useOwnRegion(isWanted)
  const options = useMemo(() => optionsOf(data?.data ?? none, depth), [data, depth])
  const rankOf = useMemo(() => regionRankOf(own), [own])
  return (
    <PathCascader
      placeholder="请选择省市区"
      {...rest}
      loading={isFetching}
      options={options}
      value={value ? [value.province, value.city, value.area].filter(Boolean).slice(0, depth) : []}
      rankOf={rankOf}
      onFocus={() => setWanted(true)}
      onOpenChange={(open) => {
        setWanted(true)
        if (open && isError) void refetch()
      }}
      onChange={(names) => {
        const [province = '', city = '', area = ''] = names.map(String)
        onChange?.(province ? { province, city, area } : undefined)
      }}
    />
  )
}

/** The options of a tree down to a level. */
const optionsOf = (tree: readonly RegionNode[], depth: number): Option[] =>
  tree.map(({ name, children }) => ({
    value: name,
    label: name,
    ...(depth > 1 && children && { children: optionsOf(children, depth - 1) }),
  }))
