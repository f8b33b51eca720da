import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import { useSearch } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOpenAction } from '../actionDialog'
import { groupOf, type TimelineGroup, timelineGroups } from '../fields/activityKinds'
import { TimelineRows } from '../timeline/TimelineRows'
import { NoteField } from './NoteField'
import { useOlderTimeline } from '../timeline/useOlderTimeline'
import './CustomerTimeline.css'

/** The customer's history by day, newest first. */
export function CustomerTimeline({ profile }: { profile: CustomerProfile }) {
  const openAction = useOpenAction()
  const older = useOlderTimeline(profile)
  const { rows, hasOlder } = older
  const [group, setGroup] = useState<TimelineGroup | 'all'>('all')
  const [isNew] = useState(() => newSince(profile.timelines))
  const { section, note } = useOpenedNote(older)
  const matching = group === 'all' ? rows : rows.filter((row) => groupOf(row.type) === group)
  return (
    <section className="sr-c-card" aria-label="跟进记录" ref={section}>
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
      {openAction && <NoteField profile={profile} />}
      {matching.length === 0 && (
        <p className="sr-quiet">{rows.length === 0 ? '还没有记录，跟进后会出现在这里' : '没有这一类记录'}</p>
      )}
      <TimelineRows rows={matching} isNew={(row) => row.id === note?.id || isNew(row)} />
      <TimelineEnd {...older} />
    </section>
  )
}

/** The note that a notice opens: loads older rows until it is there, and scrolls to it once. */
function useOpenedNote({
  rows,
  hasOlder,
  isLoading,
  isFailed,
  loadOlder,
}: ReturnType<typeof useOlderTimeline>) {
  const section = useRef<HTMLElement>(null)
  const { note: at } = useSearch({ strict: false }) as { note?: number }
  const note = at && rows.find((row) => row.type === timelineType.annotated && row.createdAt === at)
  const isFurther = Boolean(at) && !note && hasOlder && (rows.at(-1)?.createdAt ?? 0) > (at ?? 0)
  const load = useEffectEvent(loadOlder)
  useEffect(() => {
    if (isFurther && !isLoading && !isFailed) load()
  }, [isFurther, isLoading, isFailed])
  const id = note ? note.id : undefined
  useEffect(() => {
    if (id) section.current?.querySelector(`[data-row="${id}"]`)?.scrollIntoView({ block: 'center' })
  }, [id])
  return { section, note: note || undefined }
}

/** The button for older rows, below the oldest. The rows replace it, so that nothing above them moves. */
function TimelineEnd({
  rows,
  hasOlder,
  isLoading,
  isFailed,
  loadOlder,
}: ReturnType<typeof useOlderTimeline>) {
  const end = useRef<HTMLParagraphElement>(null)
  const [isRequested, setAsked] = useState(false)
  // Keeps focus on the button until there is nothing left to load.
  useEffect(() => {
    if (isRequested && !hasOlder) end.current?.focus({ preventScroll: true })
  }, [isRequested, hasOlder])
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
      {isRequested && !hasOlder && (
        <p ref={end} tabIndex={-1} className="sr-c-timeline-end">
          已显示全部记录
        </p>
      )}
      <p role="status" className={isFailed ? 'sr-c-timeline-end' : 'sr-visually-hidden'}>
        {isFailed
          ? '加载失败，请重试'
          : isRequested && !isLoading && hasOlder && `已显示${rows.length}条记录`}
      </p>
    </>
  )
}

/** Returns a test for rows added since the page was opened, as opposed to older rows loaded later. */
function newSince(rows: readonly TimelineRow[]): (row: TimelineRow) => boolean {
  const lastId = Math.max(0, ...rows.map(({ id }) => id))
  const newestAt = rows[0]?.createdAt ?? 0
  // A merge adds rows with higher ids but earlier dates.
  return ({ id, createdAt }) => id > lastId && createdAt >= newestAt
}

interface FilterOption {
  value: TimelineGroup | 'all'
  label: string
  disabled?: boolean
}

/** Filter options; with counts only once all rows are loaded, as partial counts would mislead. */
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
