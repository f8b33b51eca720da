import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { Link } from '@tanstack/react-router'
import { useDictionaryText } from '../base/public'
import { ActivityIcon, DialButton, dueText, MobileNumber, urgencyOf, useReveal } from '../customer/public'
import { RelativeTime, useNow } from '../ui/RelativeTime'
import { useNarrow } from '../ui/useNarrow'

const lastRows = 3

/** What one has to know before the call: number, wish, what is planned, and what was said last. */
export function TaskCustomer({ profile }: { profile: CustomerProfile }) {
  const { customer, info } = profile
  const narrow = useNarrow()
  const numbers = useReveal(customer.id, 'numbers')
  return (
    <section className="sr-task-about" aria-label="客户概况">
      <div className="sr-task-facts">
        <MobileNumber mobile={customer.mobile} numbers={numbers} />
        {narrow && customer.mobile && <DialButton className="sr-task-call" numbers={numbers} />}
        <span className="sr-task-wish">{info.intendSerieses.map(({ name }) => name).join('、')}</span>
        <Due profile={profile} />
        <Link
          className="sr-task-file"
          to="/customer/detail/$customerId"
          params={{ customerId: String(customer.id) }}
        >
          客户档案
        </Link>
      </div>
      <LastRows rows={profile.timelines.slice(0, lastRows)} />
    </section>
  )
}

function Due({ profile: { pendingActivity: pending } }: { profile: CustomerProfile }) {
  const now = useNow()
  const typeText = useDictionaryText('activityTypes')
  if (!pending) return null
  return (
    <span className={`sr-task-due sr-task-due-${urgencyOf(pending, now)}`}>
      {[typeText(pending.type), pending.testSpecName, dueText(pending, now)].filter(Boolean).join(' ')}
    </span>
  )
}

const LastRows = ({ rows }: { rows: readonly TimelineRow[] }) => (
  <ol className="sr-task-last" aria-label="最近记录">
    {rows.map((row) => (
      <li key={row.id}>
        <ActivityIcon type={row.type} />
        <span className="sr-task-last-who">
          <RelativeTime at={row.createdAt} /> {row.ownerName} {row.subject}
        </span>
        {row.content && (
          <p className="sr-task-content sr-cut-two" title={row.content}>
            {row.content}
          </p>
        )}
      </li>
    ))}
  </ol>
)
