import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { type ReactNode, useState } from 'react'
import { useDictionaryText } from '../../base/public'
import { daysFromToday, formatDay } from '../../ui/day'
import { lazyDialog } from '../../ui/lazyDialog'
import { useNow } from '../../ui/useNow'
import { useOpenAction } from '../actionDialog'
import { ActivityIcon } from '../fields/activityKinds'
import { dueText, urgencyOf } from '../fields/due'
import { dayWithWeekday } from '../../ui/dayText'

interface NextFollowCardProps {
  profile: CustomerProfile
  /** Undefined on a read-only page. */
  actions: ReactNode
}

/** The next planned activity and its main action. */
export function NextFollowCard({ profile, actions }: NextFollowCardProps) {
  const now = useNow()
  const typeText = useDictionaryText('activityTypes')
  const pending = profile.pendingActivity
  const urgency = urgencyOf(pending, now)
  return (
    <section className={`sr-c-card sr-c-next sr-c-next-${urgency}`} aria-label="下次跟进">
      <div>
        <h2 className="sr-c-card-title">下次跟进</h2>
        {pending ? (
          <>
            <p className="sr-c-next-what">
              <ActivityIcon type={pending.type} />
              <span>{typeText(pending.type) || '跟进'}</span>
              <strong className="sr-c-next-due">{dueText(pending, now)}</strong>
            </p>
            <p className="sr-c-next-more">
              <time dateTime={formatDay(pending.activityDate)}>{dayWithWeekday(pending.activityDate)}</time>
              {pending.testSpecName && <span>试驾车系 {pending.testSpecName}</span>}
              <span>{pending.ownerName}</span>
            </p>
          </>
        ) : (
          <p className="sr-c-next-nothing">{whyNothing(profile, now)}</p>
        )}
        <ReturnVisit profile={profile} now={now} />
      </div>
      {actions}
    </section>
  )
}

const ReturnVisitDialog = lazyDialog(() =>
  import('../dialogs/RecallDialog').then((module) => module.ReturnVisitDialog),
)

/** The visit for a car delivered before the current deal began. */
function ReturnVisit({ profile, now }: { profile: CustomerProfile; now: number }) {
  const [open, setOpen] = useState(false)
  const acts = useOpenAction() !== undefined
  const visit = profile.returnVisit
  return (
    <>
      {visit && (
        <p className="sr-c-next-visit">
          <ActivityIcon type={visit.type} />
          <span>已购车辆回访</span>
          <time dateTime={formatDay(visit.activityDate)}>{dayWithWeekday(visit.activityDate)}</time>
          <span>{dueText(visit, now)}</span>
          {acts && (
            <button type="button" className="sr-link" onClick={() => setOpen(true)}>
              完成回访
            </button>
          )}
        </p>
      )}
      {open && <ReturnVisitDialog profile={profile} onClosed={() => setOpen(false)} />}
    </>
  )
}

function whyNothing(profile: CustomerProfile, now: number): string {
  const { deal } = profile.customer
  if (deal.waitingFailReview) return '战败申请待审核'
  if (profile.info.level === 'F') return deal.failDate ? `${formatDay(deal.failDate)} 已战败` : '客户已战败'
  if (!profile.isSuspend) return '还没有安排下次跟进'
  const days = daysFromToday(deal.resumeDate, now)
  return deal.resumeDate ? `休眠中，${dayWithWeekday(deal.resumeDate)}（${days}天后）自动唤醒` : '休眠中'
}
