import type { DailyReport } from '@showroom/contract/daily/daily.schema'
import { CustomerName } from '../customer/public'
import { Clamped } from '../ui/Clamped'
import { formatMinute } from '../ui/day'

/** The customers given up on the day. */
export function Defeats({ defeats }: Pick<DailyReport, 'defeats'>) {
  if (defeats.length === 0) return null
  return (
    <p className="sr-daily-defeats">
      <span className="sr-quiet">战败客户</span>
      {defeats.map(({ id, customerId, customerName }) =>
        customerId > 0 ? (
          <CustomerName key={id} customerId={customerId} name={customerName} />
        ) : (
          <span key={id}>{customerName}</span>
        ),
      )}
    </p>
  )
}

/** Texts of the author. */
export const Texts = ({ summary, plan }: Pick<DailyReport, 'summary' | 'plan'>) => (
  <div className="sr-daily-texts">
    <Text name="今日小结" text={summary} />
    <Text name="明日计划" text={plan} />
  </div>
)

const Text = ({ name, text }: { name: string; text: string }) => (
  <section>
    <h3>{name}</h3>
    {text ? <Clamped text={text} grows /> : <p className="sr-quiet">未填写</p>}
  </section>
)

/** Comments of managers, oldest first. */
export function Comments({ comments }: Pick<DailyReport, 'comments'>) {
  if (comments.length === 0) return null
  return (
    <ul className="sr-daily-comments" aria-label="批注">
      {comments.map(({ id, memberName, content, at, isReturn }) => (
        <li key={id}>
          <p className="sr-quiet">
            {memberName}
            {isReturn ? ' 退回' : ''} <time>{formatMinute(at)}</time>
          </p>
          <p className="sr-daily-comment">{content}</p>
        </li>
      ))}
    </ul>
  )
}
