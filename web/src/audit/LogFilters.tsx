import { Button } from 'antd'
import type { ReactNode } from 'react'

interface LogFiltersProps {
  onAgain: () => void
  onReset: () => void
  children: ReactNode
}

/** The filters of a log, in one row. */
export const LogFilters = ({ onAgain, onReset, children }: LogFiltersProps) => (
  <search className="sr-filters">
    <div className="sr-filter-row">
      {children}
      <span className="sr-filter-buttons">
        <Button onClick={onAgain}>筛选</Button>
        <Button type="text" onClick={onReset}>
          重置
        </Button>
      </span>
    </div>
  </search>
)
