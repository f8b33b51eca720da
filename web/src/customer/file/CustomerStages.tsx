import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { formatDay } from '../../ui/day'
import { RelativeTime } from '../../ui/RelativeTime'
import './CustomerWay.css'

interface Step {
  readonly name: string
  /** Epoch seconds; 0 if not reached yet. */
  readonly at: number
}

/** Steps of the customer's path; a lost customer's path ends at the loss. */
function stepsOf({ customer: { deal }, info }: CustomerProfile): Step[] {
  const isLost = info.level === 'F'
  const way = [
    { name: '建档', at: deal.createdAt },
    { name: '到店', at: deal.arrivedAt },
    { name: '试驾', at: deal.testDrivenAt },
    { name: '订车', at: deal.orderDate },
    { name: '交车', at: deal.deliveredAt },
  ]
  return isLost ? [...way.filter(({ at }) => at > 0), { name: '战败', at: deal.failDate }] : way
}

/** The path from the file to the car with its dates, the owner, and the last contact. */
export function CustomerStages({ profile }: { profile: CustomerProfile }) {
  const { deal } = profile.customer
  const contactAt = deal.lastFollowAt
  const isLost = profile.info.level === 'F'
  return (
    <div className="sr-c-way">
      <ol className="sr-c-steps" aria-label="进展">
        {stepsOf(profile).map(({ name, at }) => {
          const day = formatDay(at)
          return (
            <li key={name} data-state={at === 0 ? 'open' : isLost && name === '战败' ? 'lost' : 'done'}>
              <span className="sr-c-step-name">{name}</span>
              {at > 0 ? (
                <time className="sr-num" dateTime={day}>
                  {day}
                </time>
              ) : (
                <span className="sr-visually-hidden">未到</span>
              )}
            </li>
          )
        })}
      </ol>
      <p className="sr-c-way-who">
        <span>客户经理 {deal.ownerName}</span>
        {contactAt > 0 && (
          <span>
            最近联系 <RelativeTime at={contactAt} />
          </span>
        )}
      </p>
    </div>
  )
}
