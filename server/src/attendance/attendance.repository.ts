import type { SignDay, SignRow } from '@showroom/contract/attendance/attendance.schema'
import { dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { secondsOf } from '../platform/clock.ts'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'
import { listStoresWith } from '../platform/jobs/stores.repository.ts'

/** Signs and days of a store. Days are YYYY-MM-DD in Asia/Shanghai. */

/**
 * Locks the store's day until the transaction ends, so that concurrent signs and the job see each other's writes. The first caller creates
 * it from the current settings; `weekday` is 1 to 7. Returns when its hours begin and whether it is settled.
 */
export async function openDay(
  db: Executor,
  { dealerId }: Scope,
  { day, weekday }: { readonly day: string; readonly weekday: number },
): Promise<{ inTime: string; isClosed: boolean }> {
  await sql`
    insert into ${target('attendance_day')} (dealer_id, day, in_time, off_time, is_rest)
    select id, ${day}::date, work_starts, work_ends, ${weekday} = any(sign_rest_days) from dealer where id = ${dealerId}
    on conflict do nothing`.execute(db)
  const { inTime, settled_at } = await db
    .selectFrom('attendance_day')
    .select(['in_time as inTime', 'settled_at'])
    .where('dealer_id', '=', dealerId)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { inTime, isClosed: settled_at !== null }
}

/** Returns a created day, and whether the member is due on it, which is known once the day is settled. */
export async function findDay(db: Executor, { dealerId, memberId }: Scope, day: string) {
  return db
    .selectFrom('attendance_day')
    .select((eb) => [
      'in_time as inTime',
      'off_time as offTime',
      'is_rest as isRest',
      eb('settled_at', 'is not', null).$castTo<boolean>().as('isSettled'),
      sql<boolean>`${memberId} = any(due_ids)`.as('isDue'),
    ])
    .where('dealer_id', '=', dealerId)
    .where('day', '=', day)
    .executeTakeFirst()
}

/** Active members with 签到 who are not excused, as an array of ids. */
const expectedIds = ({ dealerId }: Pick<Scope, 'dealerId'>) => sql<number[]>`array(
  select m.id from member m join dealer d on d.id = m.dealer_id
  where m.dealer_id = ${dealerId} and m.status = 0 and m.left_at is null and '签到' = any(m.modules)
    and not m.id = any(d.sign_whites)
  order by m.id)`

/** The members due on a day \`a\`. Until today is settled they are those that settling now would save. */
export const dueIds = (scope: Pick<Scope, 'dealerId'>, now: Date) => sql<number[]>`
  case when a.settled_at is not null or a.is_rest or a.day <> ${dayText(secondsOf(now))}::date then a.due_ids
       else ${expectedIds(scope)} end`

/**
 * Settles a created day: saves and returns the members due on it. These are active members with the module 签到 who are not excused; none on
 * a rest day.
 */
export async function closeDay(
  db: Executor,
  { dealerId }: Scope,
  { day, now }: { readonly day: string; readonly now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ dueIds: number[] }>`
    update ${target('attendance_day')} a set settled_at = ${now}::timestamptz, due_ids = case when a.is_rest then '{}' else ${expectedIds({ dealerId })} end
    where a.dealer_id = ${dealerId} and a.day = ${day}::date
    returning a.due_ids as "dueIds"`.execute(db)
  return rows[0]?.dueIds ?? []
}

/** Lists stores whose hours have begun and whose day is not settled yet; `time` is `HH:MM`. */
export const listUnsettled = (
  db: Executor,
  { day, time }: { readonly day: string; readonly time: string },
): Promise<number[]> =>
  listStoresWith(
    db,
    (dealerId) => sql`
      select from dealer d left join attendance_day a on a.dealer_id = ${dealerId} and a.day = ${day}::date
      where d.id = ${dealerId} and a.settled_at is null and coalesce(a.in_time, d.work_starts) <= ${time}`,
  )

/** Returns those of the members who have not signed that day; none if the store has reminders off. */
export async function listToRemind(
  db: Executor,
  { dealerId }: Scope,
  { day, memberIds }: { readonly day: string; readonly memberIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from dealer d, unnest(${memberIds}::bigint[]) as m (id)
    where d.id = ${dealerId} and d.sign_alert and not exists (
      select from attendance_sign s where s.dealer_id = ${dealerId} and s.day = ${day}::date and s.member_id = m.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Lists the created days of a range on which a member was due or signed, oldest first. */
export async function listDays(
  db: Executor,
  { dealerId, memberId }: Pick<Scope, 'dealerId' | 'memberId'>,
  { now, ...range }: { readonly from: string; readonly to: string; readonly now: Date },
): Promise<SignDay[]> {
  const days = await db
    .selectFrom('attendance_day as a')
    .select(['day', 'in_time as inTime', 'off_time as offTime'])
    .select(sql<boolean>`${memberId} = any(${dueIds({ dealerId }, now)})`.as('isDue'))
    .where('dealer_id', '=', dealerId)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .orderBy('day')
    .execute()
  const signs = await listSigns(db, { dealerId, memberId }, range)
  return days
    .map((one) => ({
      ...one,
      signs: signs.filter(({ day }) => day === one.day).map(({ day: _day, ...row }) => row),
    }))
    .filter((one) => one.isDue || one.signs.length > 0)
}

/** Lists a member's signs in a range of days, in order of time. */
export function listSigns(
  db: Executor,
  { dealerId, memberId }: Pick<Scope, 'dealerId' | 'memberId'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<(SignRow & { readonly day: string })[]> {
  return db
    .selectFrom('attendance_sign')
    .select((eb) => [
      'day',
      'id',
      eb.ref('type').$castTo<1 | 2>().as('type'),
      eb.fn<number>('epoch', ['signed_at']).as('at'),
      'is_outside as isOutside',
      eb('lat', 'is not', null).$castTo<boolean>().as('hasPlace'),
      eb.fn<string>('mask_text', ['address']).as('address'),
      eb.fn<string>('mask_text', ['remark']).as('remark'),
    ])
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('signed_at')
    .orderBy('id')
    .execute()
}

/** Returns today's hours by the current settings, and whether the member is due. */
export async function isExpected(
  db: Executor,
  { dealerId, memberId }: Scope,
  weekday: number,
): Promise<{ inTime: string; offTime: string; isDue: boolean }> {
  const { rows } = await sql<{ inTime: string; offTime: string; isDue: boolean }>`
    select d.work_starts as "inTime", d.work_ends as "offTime",
           '签到' = any(m.modules) and not m.id = any(d.sign_whites) and not ${weekday} = any(d.sign_rest_days) as "isDue"
    from dealer d join member m on m.dealer_id = d.id
    where d.id = ${dealerId} and m.dealer_id = ${dealerId} and m.id = ${memberId}`.execute(db)
  return rows[0] ?? { inTime: '', offTime: '', isDue: false }
}

export interface NewSign {
  readonly day: string
  readonly type: number
  readonly isOutside: boolean
  readonly lat?: number | undefined
  readonly lng?: number | undefined
  readonly address: string
  readonly remark: string
  readonly at: Date
}

export async function insertSign(db: Executor, { dealerId, memberId }: Scope, sign: NewSign): Promise<void> {
  await db
    .insertInto('attendance_sign')
    .values({
      dealer_id: dealerId,
      member_id: memberId,
      day: sign.day,
      type: sign.type,
      signed_at: sign.at,
      is_outside: sign.isOutside,
      lat: sign.lat ?? null,
      lng: sign.lng ?? null,
      address: sign.address,
      remark: sign.remark,
    })
    .execute()
}

/**
 * Lists the members who are absent from the store on a day. Their last sign is a sign-out or was made elsewhere, or they are due and have
 * not signed. Excused members are never listed as unsigned.
 */
export async function listAbsent(
  db: Executor,
  { dealerId }: Scope,
  day: string,
): Promise<{ memberId: number; why: 'unsigned' | 'outside' | 'left' }[]> {
  const { rows } = await sql<{ memberId: number; why: 'unsigned' | 'outside' | 'left' }>`
    with latest as materialized (
      select distinct on (member_id) member_id, type, is_outside from attendance_sign
      where dealer_id = ${dealerId} and day = ${day}::date
      order by member_id, signed_at desc, id desc
    )
    select member_id as "memberId", case type when 2 then 'left' else 'outside' end as why
    from latest where type = 2 or is_outside
    union all
    select due.id, 'unsigned' from attendance_day a cross join unnest(a.due_ids) as due (id)
    where a.dealer_id = ${dealerId} and a.day = ${day}::date and a.settled_at is not null
      and not exists (select from latest l where l.member_id = due.id)`.execute(db)
  return rows
}

/**
 * Lists the days of a range (YYYY-MM-DD, both included) that are rest days, and the members who were away on the others: due, without a
 * sign although others signed.
 */
export async function listDaysOff(
  db: Executor,
  { dealerId }: Scope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ day: string; isRest: boolean; awayIds: number[] }[]> {
  const { rows } = await sql<{ day: string; isRest: boolean; awayIds: number[] }>`
    with signed as (
      select distinct day, member_id from attendance_sign
      where dealer_id = ${dealerId} and day between ${from}::date and ${to}::date
    )
    select d.day::date::text as day, coalesce(a.is_rest, extract(isodow from d.day)::int = any(s.sign_rest_days)) as "isRest",
           array(
             select due.id from unnest(a.due_ids) as due (id)
             where exists (select from signed g where g.day = a.day)
               and not exists (select from signed g where g.day = a.day and g.member_id = due.id)) as "awayIds"
    from generate_series(${from}::date, ${to}::date, interval '1 day') as d (day)
    join dealer s on s.id = ${dealerId}
    left join attendance_day a on a.dealer_id = ${dealerId} and a.day = d.day`.execute(db)
  return rows
}

/** Lists members and the superiors above each, nearest first, without frozen and former ones. */
export async function listWorkingLines(
  db: Executor,
  { dealerId }: Scope,
  memberIds: readonly number[],
): Promise<{ ofId: number; id: number }[]> {
  const { rows } = await sql<{ ofId: number; id: number }>`
    with recursive line as (
      select m.id as of_id, m.id, m.manager_id, m.status, m.left_at, 0 as place
      from member m where m.dealer_id = ${dealerId} and m.id = any(${[...memberIds]}::bigint[])
      union all
      select l.of_id, m.id, m.manager_id, m.status, m.left_at, l.place + 1
      from line l join member m on m.dealer_id = ${dealerId} and m.id = l.manager_id
      where l.place < 20
    )
    select of_id as "ofId", id from line where status = 0 and left_at is null order by place`.execute(db)
  return rows
}
