import * as customer from '@showroom/contract/customer/customer.api'
import type { Peek } from '@showroom/contract/customer/profile.schema'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { queryOf } from '../../api/query'
import { useDictionaryText } from '../../base/public'
import { isRefusal } from '../../ui/failure'
import { RelativeTime } from '../../ui/RelativeTime'
import { useNow } from '../../ui/useNow'
import { useShownHere } from '../../ui/shownErrors'
import { ActivityIcon } from '../fields/activityKinds'
import { LevelChip } from '../fields/LevelChip'
import { dueText, urgencyOf } from '../fields/due'
import { Next } from '../timeline/TimelineRows'
import { useRowView } from '../timeline/useRowView'
import './peek.css'

export interface CustomerPeekProps {
  customerId: number
  name: string
  /** The element that the preview is placed at. */
  anchor: HTMLElement
}

/** Cache time, so that moving up and down a list sends no repeated requests. */
const keptMs = 60_000
const gap = 6

/** Preview beside the name: the last three contacts and the next plan. Announced to screen readers; focus stays on the name. */
export function CustomerPeek({ customerId, name, anchor }: CustomerPeekProps) {
  const { data, error } = useQuery({
    ...queryOf(customer.peek, { customerId }),
    staleTime: keptMs,
    retry: false,
  })
  useShownHere(data ? undefined : error)
  const [box, place] = usePlace(anchor, data !== undefined || error !== null)
  return createPortal(
    <div ref={box} className="sr-peek" style={place} role="status" aria-label={`${name} 速览`}>
      {data ? (
        <Contacts name={name} peek={data} />
      ) : error ? (
        <p className="sr-peek-none">{isRefusal(error) ? error.message : '加载失败'}</p>
      ) : (
        <span className="sr-bone" style={{ width: '60%' }} />
      )}
    </div>,
    document.body,
  )
}

/** Positions the preview below the name, or above if there is no room. Repeated when the content has grown. */
function usePlace(anchor: HTMLElement, isFilled: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0, visibility: 'hidden' as 'hidden' | 'visible' })
  useLayoutEffect(() => {
    if (!box.current) return
    const { left, top, bottom } = anchor.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = box.current
    const isBelow = bottom + gap + offsetHeight < innerHeight || top < offsetHeight + gap
    setPlace({
      left: Math.max(8, Math.min(left, innerWidth - offsetWidth - 16)),
      top: isBelow ? bottom + gap : top - gap - offsetHeight,
      visibility: 'visible',
    })
  }, [anchor, isFilled])
  return [box, place] as const
}

function Contacts({ name, peek }: { name: string; peek: Peek }) {
  const rowView = useRowView()
  return (
    <>
      <p className="sr-peek-head">
        <strong className="sr-peek-name">{name}</strong>
        <LevelChip level={peek.level} size="small" />
        <span className="sr-peek-owner">{peek.ownerName}</span>
        <Planned peek={peek} />
      </p>
      {peek.timelines.length === 0 && <p className="sr-peek-none">还没有联系过</p>}
      <ul className="sr-peek-rows">
        {peek.timelines.map((row) => {
          const { text, chips, next } = rowView(row)
          return (
            <li key={row.id}>
              <ActivityIcon type={row.type} />
              <p className="sr-peek-said">{text || row.subject}</p>
              <p className="sr-peek-about">
                <RelativeTime at={row.createdAt} />
                <span>{row.ownerName}</span>
                <span>{[text ? row.subject : '', ...chips].filter(Boolean).join('，')}</span>
                {next && <Next {...next} />}
              </p>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Planned({ peek: { pendingActivity: pending, isSuspend } }: { peek: Peek }) {
  const now = useNow()
  const typeText = useDictionaryText('activityTypes')
  if (!pending) return <span className="sr-peek-next">{isSuspend ? '休眠中' : '没有安排下次跟进'}</span>
  return (
    <span className={`sr-peek-next sr-peek-next-${urgencyOf(pending, now)}`}>
      {[typeText(pending.type), pending.testSpecName, dueText(pending, now)].filter(Boolean).join(' ')}
    </span>
  )
}
