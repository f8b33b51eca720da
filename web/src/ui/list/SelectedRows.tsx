import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Selection } from './useSelection'

interface SelectedRowsProps {
  selection: Selection
  label: string
  /** What is counted: 位, 条. */
  unit: string
  /** What can be done with them. */
  children: (size: 'small' | 'middle') => ReactNode
}

/** In the foot, so that no row moves away from under the pointer while one ticks. */
export function SelectedRows({ selection, label, unit, children }: SelectedRowsProps) {
  const { ids, choosing, end } = selection
  if (!choosing && ids.length === 0) return null
  // A thumb needs more than a pointer.
  const size = choosing ? 'middle' : 'small'
  return (
    <div className="sr-selected" role="region" aria-label={label}>
      <span role="status">
        已选 <b className="sr-num">{ids.length}</b> {unit}
      </span>
      {children(size)}
      <Button type="link" size={size} onClick={end}>
        {choosing ? '取消' : '清除'}
      </Button>
    </div>
  )
}
