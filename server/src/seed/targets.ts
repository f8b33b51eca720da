import { role } from '@showroom/contract/access/access.rules'
import { dayText } from '@showroom/contract/kernel/day'
import { dateType, periodStart } from '@showroom/contract/report/period.rules'
import { sumOfSet } from '@showroom/contract/kernel/sum'
import { raise, targetMeasures } from '@showroom/contract/target/target.rules'
import type { TargetMeasure } from '@showroom/contract/target/target.rules'
import type pg from 'pg'
import { copyObjects } from './copy.ts'
import { demoDealers } from './network.ts'
import type { DemoNetwork } from './network.ts'
import { Random } from './random.ts'
import { instant } from './workday.ts'

/** Targets of the demo: this month and the two before, a little above what each member did lately. */

/** Counts the work of each member in the last three months, roughly. */
const lately = `
  select dealer_id, owner_id, measure, count(*)::int as done from (
    select dealer_id, owner_id, 'files' as measure, created_at as at from deal
    union all select dealer_id, coalesce(first_receiver_id, owner_id), 'visits', registered_at from visit
    union all select dealer_id, completed_by, 'testDrives', completed_at from activity where completed_type = 3
    union all select dealer_id, approved_owner_id, 'orders', reviewed_at from vehicle_order where approved_owner_id is not null
    union all select dealer_id, delivered_owner_id, 'deliveries', delivered_at from vehicle_order where delivered_at is not null
    union all select dealer_id, owner_id, 'leadsValid', created_at from lead where not is_repeat and status not in (1, 4, 12)
  ) as event where owner_id is not null and at >= $1 group by 1, 2, 3`

interface Done {
  readonly dealer_id: number
  readonly owner_id: number
  readonly measure: TargetMeasure
  readonly done: number
}

export async function writeTargets(client: pg.Client, network: DemoNetwork, now: number): Promise<void> {
  const random = new Random(1129)
  const since = instant(periodStart(dateType.month, now, -3))
  const { rows } = await client.query<Done>(`${lately} order by 1, 2, 3`, [since])
  const targets: object[] = []
  const changes: object[] = []
  for (const { id: dealerId } of demoDealers) {
    const head = network.members.find((one) => one.dealer_id === dealerId && one.role === role.generalManager)
    const team = network.members.filter((one) => one.dealer_id === dealerId && one.leftDaysAgo === 0)
    for (const by of [-2, -1, 0]) {
      const start = periodStart(dateType.month, now, by)
      const set = (
        memberId: number | null,
        measure: TargetMeasure,
        basic: number,
        changedAt: number,
      ): void => {
        const target = {
          dealer_id: dealerId,
          month: dayText(start),
          member_id: memberId,
          measure,
          basic,
          sprint: raise(basic, 15),
          challenge: raise(basic, 30),
        }
        targets.push(target)
        changes.push({ ...target, changed_by: head?.id ?? 0, changed_at: instant(changedAt) })
      }
      for (const measure of targetMeasures) {
        const goals = team.map(({ id }) => {
          const done = rows.find((row) => row.owner_id === id && row.measure === measure)?.done ?? 0
          if (done === 0) return null
          const goal = Math.ceil((done / 3) * (1 + random.int(-5, 30) / 100))
          set(id, measure, goal, start - 3 * 86_400 + 15 * 3600)
          return goal
        })
        const sum = sumOfSet(goals)
        if (sum !== null) set(null, measure, Math.ceil((sum + 1) / 5) * 5, start - 4 * 86_400 + 10 * 3600)
      }
    }
  }
  await copyObjects(client, 'month_target', targets)
  await copyObjects(client, 'month_target_change', changes)
}
