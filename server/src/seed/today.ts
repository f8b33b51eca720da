import { addDays, dayStart, dayText } from '@showroom/contract/kernel/day'
import type { ActivityRow, TimelineRow } from './rows.ts'
import type { World } from './store.ts'
import { dayWords, instant } from './workday.ts'

/** Most days that demo consultants leave a task overdue. */
const mostLateDays = 9
/** Tasks of the next days are moved to today, so that every consultant has some today. */
const soonDays = 4
const dueToday = 6

/**
 * Makes today plausible for every store, as stories end anywhere: brings long overdue tasks closer, and moves some of the next days' tasks
 * to today.
 */
export function fillToday({ random, now, ledger }: World): void {
  const today = dayStart(now)
  const deals = new Map(ledger.deals.map((deal) => [deal.id, deal]))
  const plans = lastPlans(ledger.timeline)
  const taken = new Map<number, number>()

  const move = (activity: ActivityRow, to: number): void => {
    const row = plans.get(activity.deal_id)
    const before = dayText(dueOf(activity))
    activity.due_at = instant(to)
    const deal = deals.get(activity.deal_id)
    if (deal) deal.next_follow_at = activity.due_at
    if (row) row.content = row.content.replace(`下次跟进：${before}`, `下次跟进：${dayText(to)}`)
  }
  for (const activity of ledger.activities.filter((one) => !one.completed_at && !one.cancelled_at)) {
    const due = dueOf(activity)
    const count = taken.get(activity.owner_id) ?? 0
    const created = dayStart(activity.created_at.getTime() / 1000)
    if (due < addDays(now, -mostLateDays))
      move(activity, Math.max(created, addDays(now, -random.int(1, mostLateDays))))
    else if (
      due > today &&
      due <= addDays(now, soonDays) &&
      count < dueToday &&
      created < today &&
      // Keeps a task whose note promises that very day.
      !plans.get(activity.deal_id)?.content.includes(dayWords(due))
    ) {
      move(activity, today)
      taken.set(activity.owner_id, count + 1)
    }
  }
}

const dueOf = (activity: ActivityRow): number => activity.due_at.getTime() / 1000

/** The timeline row with the latest plan of each deal. */
function lastPlans(timeline: readonly TimelineRow[]): Map<number, TimelineRow> {
  const last = new Map<number, TimelineRow>()
  for (const row of timeline) {
    const plan = last.get(row.deal_id)
    if (row.content.includes('下次跟进：') && (!plan || row.created_at >= plan.created_at))
      last.set(row.deal_id, row)
  }
  return last
}
