import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clearable } from '../ui/form/clearable'
import { Cascader } from '../ui/later/later'
import { type Region, regionQuery } from './base.queries'
import './region.css'

interface Node {
  value: string
  label: string
  isLeaf: boolean
  children?: Node[]
}

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

/** Province, city and district, each loaded on opening. The values are names, as on the wire. */
export function RegionCascader({ value, onChange, depth = 3, ...rest }: RegionCascaderProps) {
  const queries = useQueryClient()
  const [options, setOptions] = useState<Node[]>([])
  const [loading, setLoading] = useState(false)

  const nodesBelow = async (province = '', city = ''): Promise<Node[]> => {
    const { data } = await queries.query(regionQuery(province, city))
    const level = city ? 3 : province ? 2 : 1
    return data.map(({ name, isLeaf }) => ({ value: name, label: name, isLeaf: isLeaf || level >= depth }))
  }
  /** Loads the provinces, and the columns of the current value. */
  const loadOpened = async (): Promise<void> => {
    setLoading(true)
    try {
      const tree = await nodesBelow()
      const province = tree.find((node) => node.value === value?.province)
      if (province && !province.isLeaf) {
        province.children = await nodesBelow(province.value)
        const city = province.children.find((node) => node.value === value?.city)
        if (city && !city.isLeaf) city.children = await nodesBelow(province.value, city.value)
      }
      setOptions(tree)
    } catch {
      // Leaves the list empty after a failure; opening it again retries.
      setOptions([])
    } finally {
      setLoading(false)
    }
  }
  const loadBelow = async (path: readonly Node[]): Promise<void> => {
    const [province, city] = path
    const last = path.at(-1)
    if (!province || !last || last.children) return
    const children = await nodesBelow(province.value, city?.value).catch(() => [])
    setOptions((tree) =>
      withChildren(
        tree,
        path.map((node) => node.value),
        children,
      ),
    )
  }

  const path = value ? [value.province, value.city, value.area].filter(Boolean).slice(0, depth) : []
  return (
    <Cascader<Node>
      placeholder="请选择省市区"
      {...rest}
      className="sr-fill"
      classNames={{ popup: { root: 'sr-region-popup' } }}
      allowClear={clearable}
      changeOnSelect
      loading={loading}
      options={options}
      value={path}
      displayRender={(labels) => labels.join(' / ')}
      onOpenChange={(open) => open && void loadOpened()}
      loadData={(chosen) => void loadBelow(chosen)}
      onChange={(names) => {
        const [province = '', city = '', area = ''] = (names as string[] | undefined) ?? []
        onChange?.(province ? { province, city, area } : undefined)
      }}
    />
  )
}

function withChildren(tree: Node[], path: readonly string[], children: Node[]): Node[] {
  const [first, ...rest] = path
  return tree.map((node) => {
    if (node.value !== first) return node
    if (rest.length > 0) return { ...node, children: withChildren(node.children ?? [], rest, children) }
    return children.length > 0 ? { ...node, children } : { ...node, isLeaf: true }
  })
}
