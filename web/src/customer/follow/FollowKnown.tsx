import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button } from 'antd'
import { memo, type ReactNode } from 'react'
import { useDictionaryText } from '../../base/public'
import { Clamped } from '../../ui/Clamped'
import { formatDay } from '../../ui/day'
import { RelativeTime } from '../../ui/RelativeTime'
import { useNow } from '../../ui/useNow'
import { windowUnder } from '../../ui/useNarrow'
import { dueText, urgencyOf } from '../fields/due'
import { useOlderTimeline } from '../timeline/useOlderTimeline'
import { TimelineRows } from '../timeline/TimelineRows'

/** Same width as in follow-drawer.css. In one column the form is below, so few history rows are shown. */
const useOneColumn = windowUnder(900)
const overForm = 3

/** Facts to read before the call: the plan, the customer's wishes, and the history. */
export const FollowKnown = memo(function FollowKnown({ profile }: { profile: CustomerProfile }) {
  const narrow = useOneColumn()
  const { rows, hasOlder, isLoading, isFailed, loadOlder } = useOlderTimeline(profile)
  const summaryPanel = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it
    <div className="sr-follow-known" role="region" aria-label="客户概况" {...(!narrow && { tabIndex: 0 })}>
      <Facts profile={profile} />
      <div className="sr-follow-history" role="group" aria-label="最近记录">
        <TimelineRows rows={narrow ? rows.slice(0, overForm) : rows} />
        {!narrow && hasOlder && (
          <Button block type="text" className="sr-follow-older" loading={isLoading} onClick={loadOlder}>
            加载更早的记录
          </Button>
        )}
        <p role="status">{isFailed && '加载失败，请重试'}</p>
      </div>
    </div>
  )
  if (!narrow) return summaryPanel
  // On a phone the form comes first, and the facts unfold above it.
  return (
    <details className="sr-follow-fold">
      <summary>客户概况与最近记录</summary>
      {summaryPanel}
    </details>
  )
})

function Facts({ profile }: { profile: CustomerProfile }) {
  const { customer, info } = profile
  const { deal } = customer
  const contactAt = deal.lastFollowAt
  const budget = useDictionaryText('budgets')(deal.budget)
  return (
    <dl className="sr-follow-facts">
      <Due profile={profile} />
      <Fact label="意向车系">{info.intendSerieses.map(({ name }) => name).join('、')}</Fact>
      <Fact label="购车预算">{budget && (budget.endsWith('万元') ? budget : `${budget}万元`)}</Fact>
      <Fact label="预计购车">{formatDay(deal.buycarDate)}</Fact>
      <Fact label="最近联系">{contactAt > 0 && <RelativeTime at={contactAt} />}</Fact>
      <Fact label="备注">{customer.remark && <Clamped text={customer.remark} lines={3} />}</Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null

function Due({ profile: { pendingActivity: pending } }: { profile: CustomerProfile }) {
  const now = useNow()
  const typeText = useDictionaryText('activityTypes')
  if (!pending) return null
  return (
    <Fact label="本次任务">
      <span className={`sr-follow-due-${urgencyOf(pending, now)}`}>
        {[typeText(pending.type), pending.testSpecName, dueText(pending, now)].filter(Boolean).join(' ')}
      </span>
    </Fact>
  )
}
