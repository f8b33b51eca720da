import type { RegionNode } from '@showroom/contract/base/base.schema'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { contains } from '../ui/found'
import { clearable } from '../ui/form/clearable'
import { Cascader } from '../ui/later/later'
import { type Region, regionTreeQuery } from './base.queries'
import './region.css'

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

/** Names as people type them: 浙江杭州余杭. */
const plain = (names: string): string => names.replaceAll(/[省市区县]/g, '')

/** Province, city and district, found by any part of their names. The values are names, as on the wire. */
export function RegionCascader({ value, onChange, depth = 3, ...rest }: RegionCascaderProps) {
  const [isWanted, setWanted] = useState(false)
  const { data, isFetching, isError, refetch } = useQuery({ ...regionTreeQuery(), enabled: isWanted })
  const options = useMemo(() => optionsOf(data?.data ?? none, depth), [data, depth])
  const path = value ? [value.province, value.city, value.area].filter(Boolean).slice(0, depth) : []
  return (
    <Cascader<Option>
      placeholder="请选择省市区"
      {...rest}
      className="sr-fill"
      classNames={{ popup: { root: 'sr-region-popup' } }}
      allowClear={clearable}
      changeOnSelect
      loading={isFetching}
      options={options}
      value={path}
      displayRender={(labels) => labels.join(' / ')}
      showSearch={{
        filter: (typed, nodes) => contains(plain(nodes.map(({ label }) => label).join('')), plain(typed)),
      }}
      onOpenChange={(open) => {
        setWanted(true)
        if (open && isError) void refetch()
      }}
      onChange={(names) => {
        const [province = '', city = '', area = ''] = (names as string[] | undefined) ?? []
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
