import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'

interface FilterButtonProps {
  /** The id of the element it opens. */
  controls: string
  open: boolean
  /** The number of filters set behind it. */
  count: number
  onClick: () => void
  label: string
  /** Shown after the number. */
  children?: ReactNode
}

/** Button that opens hidden filters and shows how many of them are set. */
export const FilterButton = ({ controls, open, count, onClick, label, children }: FilterButtonProps) => (
  <Button icon={<FilterOutlined />} aria-expanded={open} aria-controls={controls} onClick={onClick}>
    {label}
    {count > 0 && <span className="sr-filter-count">{count}</span>}
    {children}
  </Button>
)
