import { signLabels, type SignMeasure } from '@showroom/contract/report/report.rules'
import type { SignRow } from '@showroom/contract/report/report.schema'
import { Tag } from 'antd'
import { SideDrawer } from '../../ui/SideDrawer'
import '../../ui/RowsDrawer.css'

interface SignMembersDrawerProps {
  measure: SignMeasure
  rows: readonly SignRow[]
  /** Opens a member's own days. */
  onOpen: (row: SignRow) => void
  onClose: () => void
}

/** The members behind a total, with the most days first. */
export function SignMembersDrawer({ measure, rows, onOpen, onClose }: SignMembersDrawerProps) {
  const title = `合计 · ${signLabels[measure]}`
  const counted = rows.filter((row) => row[measure] > 0).toSorted((a, b) => b[measure] - a[measure])
  const total = counted.reduce((sum, row) => sum + row[measure], 0)
  return (
    <SideDrawer title={title} onClose={onClose}>
      <p className="sr-rows-about">
        {counted.length} 人，共 {total} 天
      </p>
      <ul className="sr-rows">
        {counted.map((row) => (
          <li key={row.memberId} className="sr-rows-row">
            <span className="sr-rows-who">
              {row.name}
              {row.isLeft && <Tag>已离职</Tag>}
            </span>
            <button
              type="button"
              className="sr-report-number sr-as-text"
              aria-label={`${row.name} · ${signLabels[measure]} ${row[measure]}，查看明细`}
              onClick={() => onOpen(row)}
            >
              {row[measure]} 天
            </button>
          </li>
        ))}
      </ul>
    </SideDrawer>
  )
}
