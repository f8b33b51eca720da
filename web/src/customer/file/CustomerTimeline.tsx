import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { dayStart } from '@showroom/contract/kernel/day'
import { Button, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Clamped } from '../../ui/Clamped'
import { formatDay, formatMinute } from '../../ui/day'
import { relativeDay, RelativeTime, useNow } from '../../ui/RelativeTime'
import { ActivityIcon, groupOf, type TimelineGroup, timelineGroups } from '../fields/activityKinds'
import { LevelChip } from '../fields/LevelChip'
import { dayWithWeekday } from '../../ui/dayText'
import { Recording } from './Recording'
import { SignedImages } from './SignedImages'
import { TimelineLinks } from './TimelineLinks'
import { useOlderTimeline } from './useOlderTimeline'
import './CustomerTimeline.css'

/** What happened with the customer, newest first, by day. */
export function CustomerTimeline({ profile }: { profile: CustomerProfile }) {
  const older = useOlderTimeline(profile)
  const { rows, hasOlder } = older
  const [group, setGroup] = useState<TimelineGroup | 'all'>('all')
  const [isNew] = useState(() => newSince(profile.timelines))
  const matching = group === 'all' ? rows : rows.filter((row) => groupOf(row.type) === group)
  const days = byDay(matching)
  return (
    <section className="sr-c-card sr-c-timeline" aria-label="跟进记录">
      <div className="sr-c-timeline-head">
        <h2 className="sr-c-card-title">
          跟进记录<span className="sr-c-count">{profile.timelineTotal}</span>
        </h2>
        <div className="sr-c-timeline-filter">
          <Segmented
            size="small"
            aria-label="记录类型"
            value={group}
            options={filterOptions(rows, hasOlder)}
            onChange={setGroup}
          />
        </div>
      </div>
      {matching.length === 0 && (
        <p className="sr-c-none">{rows.length === 0 ? '还没有记录，跟进后会出现在这里' : '没有这一类记录'}</p>
      )}
      {matching.length > 0 && (
        <div className="sr-c-row sr-c-columns" aria-hidden>
          <span />
          <span>时间</span>
          <span>客户经理</span>
          <span>级别</span>
          <span>事项</span>
          <span>内容</span>
        </div>
      )}
      {days.map((day) => (
        <DayRows key={day.start} start={day.start} rows={day.rows} isNew={isNew} />
      ))}
      <TimelineEnd {...older} />
    </section>
  )
}

/** The way further back, below the oldest row: the rows come where it stood, so that nothing above them moves. */
function TimelineEnd({
  rows,
  hasOlder,
  isLoading,
  isFailed,
  loadOlder,
}: ReturnType<typeof useOlderTimeline>) {
  const end = useRef<HTMLParagraphElement>(null)
  const [asked, setAsked] = useState(false)
  // A keyboard on the button stays there, until nothing is left to load.
  useEffect(() => {
    if (asked && !hasOlder) end.current?.focus({ preventScroll: true })
  }, [asked, hasOlder])
  return (
    <>
      {hasOlder && (
        <Button
          block
          type="text"
          className="sr-c-older"
          loading={isLoading}
          onClick={() => {
            setAsked(true)
            loadOlder()
          }}
        >
          加载更早的记录
        </Button>
      )}
      {asked && !hasOlder && (
        <p ref={end} tabIndex={-1} className="sr-c-timeline-end">
          已显示全部记录
        </p>
      )}
      <p role="status" className={isFailed ? 'sr-c-timeline-end' : 'sr-visually-hidden'}>
        {isFailed ? '加载失败，请重试' : asked && !isLoading && hasOlder && `已显示${rows.length}条记录`}
      </p>
    </>
  )
}

/** Tells what came after the page was opened, from what is only further back. */
function newSince(rows: readonly TimelineRow[]): (row: TimelineRow) => boolean {
  const lastId = Math.max(0, ...rows.map(({ id }) => id))
  const newestAt = rows[0]?.createdAt ?? 0
  // A merge brings rows with higher ids that are of long ago.
  return ({ id, createdAt }) => id > lastId && createdAt >= newestAt
}

interface FilterOption {
  value: TimelineGroup | 'all'
  label: string
  disabled?: boolean
}

/** With their counts once all rows are there: what is loaded says nothing about what is further back. */
function filterOptions(rows: readonly TimelineRow[], hasOlder: boolean): FilterOption[] {
  const groups = timelineGroups.map(({ key, label }) => {
    const count = rows.filter((row) => groupOf(row.type) === key).length
    return {
      value: key,
      label: count > 0 && !hasOlder ? `${label} ${count}` : label,
      disabled: count === 0 && !hasOlder,
    }
  })
  return [{ value: 'all', label: '全部' }, ...groups]
}

interface Day {
  start: number
  rows: TimelineRow[]
}

function byDay(rows: readonly TimelineRow[]): Day[] {
  const days: Day[] = []
  for (const row of rows) {
    const start = dayStart(row.createdAt)
    const last = days.at(-1)
    if (last?.start === start) last.rows.push(row)
    else days.push({ start, rows: [row] })
  }
  return days
}

function DayRows({ start, rows, isNew }: Day & { isNew: (row: TimelineRow) => boolean }) {
  const now = useNow()
  const relative = relativeDay(start, now)
  const exact = dayWithWeekday(start)
  return (
    <div className="sr-c-day">
      <h3 className="sr-c-day-title">
        <time dateTime={formatDay(start)}>{exact}</time>
        {!exact.includes(relative) && <span>{relative}</span>}
      </h3>
      <ol className="sr-c-day-rows">
        {rows.map((row) => (
          <Row key={row.id} row={row} recent={now - row.createdAt < 3600} added={isNew(row)} />
        ))}
      </ol>
    </div>
  )
}

function Row({ row, recent, added }: { row: TimelineRow; recent: boolean; added: boolean }) {
  const images = row.images1.split(',').filter(Boolean)
  return (
    <li className={`sr-c-row ${added ? 'sr-c-row-new' : ''}`}>
      <ActivityIcon type={row.type} />
      <span className="sr-c-cell-time">
        {recent ? (
          <RelativeTime at={row.createdAt} />
        ) : (
          <time dateTime={new Date(row.createdAt * 1000).toISOString()} title={formatMinute(row.createdAt)}>
            {formatMinute(row.createdAt).slice(-5)}
          </time>
        )}
      </span>
      <span className="sr-c-cell-owner" title={row.ownerName}>
        {row.ownerName}
      </span>
      <span className="sr-c-cell-level">
        <LevelChip level={row.level} size="small" />
      </span>
      <span className="sr-c-cell-subject">{row.subject}</span>
      <div className="sr-c-cell-content">
        {row.content && <Clamped text={row.content} lines={3} grows className="sr-c-text" />}
        {row.audioUrl && <Recording url={row.audioUrl} />}
        <TimelineLinks row={row} />
        {images.length > 0 && <SignedImages urls={images} alt={row.subject} size={56} />}
      </div>
    </li>
  )
}
