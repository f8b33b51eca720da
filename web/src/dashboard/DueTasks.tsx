import { dueTasksPart } from '@showroom/contract/dashboard/dashboard.rules'
import type { DueTaskRow } from '@showroom/contract/dashboard/dashboard.schema'
import { Segmented } from 'antd'
import { useState } from 'react'
import { CustomerName, LevelChip, Peeks } from '../customer/public'
import { KindCell } from '../task/public'
import { formatDay, formatMinute } from '../ui/day'
import { RowsDrawer } from '../ui/RowsDrawer'
import { dueTasksQuery } from './dashboard.queries'

const parts = [
  { value: dueTasksPart.all, label: '全部' },
  { value: dueTasksPart.inTime, label: '按时完成' },
  { value: dueTasksPart.late, label: '未按时' },
]

/** The tasks that 跟进及时率 counts: those done in time, the others, or both. */
export function DueTasks({ onClose }: { onClose: () => void }) {
  const [part, setPart] = useState<number>(dueTasksPart.all)
  return (
    <>
      <RowsDrawer
        part={part}
        title="跟进及时率"
        words="本月到期的跟进任务"
        meaning="截至今天到期、未取消的任务；到期当天或之前完成的为按时"
        query={(page) => dueTasksQuery({ part, ...page })}
        idOf={({ activityId }) => activityId}
        render={(row) => <DueTask row={row} />}
        onClose={onClose}
      >
        <Segmented aria-label="完成情况" options={parts} value={part} onChange={setPart} />
      </RowsDrawer>
      <Peeks />
    </>
  )
}

function DueTask({ row }: { row: DueTaskRow }) {
  const { customerId, customerName, level, mobile, ownerName, activityType, dueAt } = row
  const { tone, text } = stateOf(row)
  return (
    <>
      <span className="sr-rows-who">
        {customerId > 0 ? <CustomerName customerId={customerId} name={customerName} /> : customerName}
        <LevelChip level={level} size="small" />
        <span className="sr-quiet sr-num">{mobile}</span>
      </span>
      <span className={`sr-status sr-status-${tone}`}>{text}</span>
      <span className="sr-quiet sr-rows-who">
        {ownerName} · <KindCell type={activityType} />
      </span>
      <span className="sr-quiet sr-num">到期 {formatDay(dueAt)}</span>
    </>
  )
}

function stateOf({ completedAt, isInTime }: DueTaskRow): { tone: 'done' | 'due'; text: string } {
  if (completedAt === 0) return { tone: 'due', text: '未完成' }
  const at = formatMinute(completedAt)
  return isInTime ? { tone: 'done', text: `按时完成 ${at}` } : { tone: 'due', text: `逾期完成 ${at}` }
}
