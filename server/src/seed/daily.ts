import { role } from '@showroom/contract/access/access.rules'
import { doneMeasures, nextMeasure } from '@showroom/contract/daily/daily.rules'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import { writingRoles } from '@showroom/contract/daily/daily.rights'
import type { MeasureName } from '@showroom/contract/report/measures'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import { allOf } from '../platform/db/conditions.ts'
import { counted, rowsNameOf, rowsOf } from '../report/measures/rows.repository.ts'
import { copyObjects } from './copy.ts'
import type { DemoMember, DemoNetwork } from './network.ts'
import { Random } from './random.ts'
import { instant } from './workday.ts'

/** Days with reports before today. Today’s are left to the users of the demo. */
export const dailyDays = 91

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

interface Count {
  readonly member: string
  readonly day: string
  readonly count: number
}

/** Runs a query whose columns are a member, an instant or day, and groups it by both. */
async function countBy(client: pg.Client, of: RawBuilder<unknown>): Promise<ReadonlyMap<string, number>> {
  const { sql: text, parameters } = sql`
    select q.member, q.day::text as day, count(*)::int as count from (${of}) as q (member, day) group by 1, 2`.compile(
    compiler,
  )
  const { rows } = await client.query<Count>(text, [...parameters])
  return new Map(rows.map(({ member, day, count }) => [`${member} ${day}`, count]))
}

const dayOf = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${at} at time zone 'Asia/Shanghai')::date`

/** Counts a measure by the rows that the reports count; \`shift\` moves the day. */
function rowsBehind(measure: MeasureName, since: Date, shift = 0): RawBuilder<unknown> {
  const { from, where, at, owner } = rowsOf[rowsNameOf(measure)]
  const own = counted[measure]
  return sql`select ${owner}, ${dayOf(at)} - ${sql.lit(shift)} from ${from}
    where ${allOf([where, ...(own ? [own] : []), sql`${at} >= ${since}`])}`
}

const summaries = [
  '按计划联系了客户，意向高的都约了到店。',
  '到店客户接待完，两位要回家商量。',
  '上午整理档案，下午集中回访。',
  '试驾后客户满意，在等金融方案。',
  '跟进了逾期任务，有几位电话未接通。',
]
const plans = [
  '先联系今天未接通的客户。',
  '确认明天到店的客户与试驾车。',
  '给意向客户报价。',
  '约周末到店。',
  '',
]
const comments = [
  '辛苦了，明天重点跟进高意向客户。',
  '逾期的先处理完。',
  '做得好，继续保持。',
  '未接通的换个时间再打。',
]

/** Writes three months of reports for every demo store, counted from its rows. */
export async function writeDaily(client: pg.Client, network: DemoNetwork, now: number): Promise<void> {
  const random = new Random(1118)
  const since = instant(addDays(now, -dailyDays))
  const counts: [string, ReadonlyMap<string, number>][] = []
  for (const measure of doneMeasures)
    counts.push([measure, await countBy(client, rowsBehind(measure, since))])
  counts.push(['tomorrow', await countBy(client, rowsBehind(nextMeasure, since, 1))])
  counts.push([
    'overdue',
    await countBy(
      client,
      sql`select a.owner_id, d.day::date from generate_series(${dayText(addDays(now, -dailyDays))}::date, ${dayText(addDays(now, -1))}::date, interval '1 day') as d (day)
      join activity a on a.due_at < d.day at time zone 'Asia/Shanghai'
        and coalesce(a.completed_at, a.cancelled_at, 'infinity') >= (d.day + interval '20 hours') at time zone 'Asia/Shanghai'`,
    ),
  ])
  const { rows: signed } = await client.query<{ key: string }>(
    `select distinct member_id || ' ' || day as key from attendance_sign`,
  )
  const { rows: requests } = await client.query<{ key: string; ids: number[] }>(
    `select owner_id || ' ' || (reviewed_at at time zone 'Asia/Shanghai')::date as key, array_agg(id order by id) as ids
     from defeat_request where state = 1 and revived_at is null group by 1`,
  )
  const there = new Set(signed.map(({ key }) => key))
  const defeats = new Map(requests.map(({ key, ids }) => [key, ids]))
  const reports: object[] = []
  const answers: object[] = []
  for (const member of network.members.filter(isWriter))
    for (let ago = dailyDays; ago > 0; ago--) {
      const start = addDays(now, -ago)
      const day = dayText(start)
      const key = `${member.id} ${day}`
      if (
        (member.modules.includes('签到') && !there.has(key)) ||
        (member.leftDaysAgo > 0 && ago <= member.leftDaysAgo) ||
        random.chance(0.06)
      )
        continue
      const isLate = random.chance(0.05)
      const id = reports.length + 1
      const handed = start + (isLate ? 21.1 * 3600 : 18 * 3600) + random.int(0, 2.5 * 3600)
      const isReturned = ago === 1 && random.chance(0.08)
      reports.push({
        dealer_id: member.dealer_id,
        id,
        member_id: member.id,
        day,
        state: isReturned ? 2 : 1,
        summary: random.pick(summaries),
        plan: random.pick(plans),
        numbers: Object.fromEntries(counts.map(([name, of]) => [name, of.get(key) ?? 0])),
        defeat_request_ids: defeats.get(key) ?? [],
        is_late: isLate,
        handed_at: instant(handed),
      })
      const manager = network.members.find(
        (one) => one.dealer_id === member.dealer_id && one.role === role.salesManager && one.id !== member.id,
      )
      if (manager && (isReturned || random.chance(0.06)))
        answers.push({
          dealer_id: member.dealer_id,
          id: answers.length + 1,
          daily_report_id: id,
          member_id: manager.id,
          content: isReturned ? '请补充未成交的原因。' : random.pick(comments),
          is_return: isReturned,
          created_at: instant(handed + random.int(300, 1800)),
        })
    }
  await copyObjects(client, 'daily_report', reports)
  await copyObjects(client, 'daily_comment', answers)
}

const isWriter = ({ role: of, status }: DemoMember): boolean => status === 0 && writingRoles.includes(of)
