import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import type { ReactNode } from 'react'

interface FilterButtonProps {
  /** What it opens. */
  controls: string
  open: boolean
  /** How many filters are set behind it. */
  count: number
  onClick: () => void
  label: string
  /** After the number. */
  children?: ReactNode
}

/** Opens filters that are out of sight, and says how many of them are set. */
export const FilterButton = ({ controls, open, count, onClick, label, children }: FilterButtonProps) => (
  <Button icon={<FilterOutlined />} aria-expanded={open} aria-controls={controls} onClick={onClick}>
    {label}
    {count > 0 && <Badge className="sr-filter-count" count={count} size="small" color="var(--sr-primary)" />}
    {children}
  </Button>
)
