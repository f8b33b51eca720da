import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { secondsOf } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { NewVersion } from '../handover/assign.repository.ts'

/** Ends dormancies, and restores them for an undo. The caller has locked the customers. */

interface Waking {
  /** 0 for the system. */
  readonly memberId: number
  readonly memberName: string
  readonly now: Date
  /** Texts of the timeline row; `delivered…` for customers whose car is delivered. */
  readonly subject: string
  readonly delivered: string
  readonly content: string
  readonly deliveredContent: string
}

/** A dormancy's start, end and length; instants as PostgreSQL writes them. */
export interface Dormancy {
  readonly customerId: number
  readonly suspendedAt: string
  readonly resumeAt: string
  readonly resumeDuration: number
}

/**
 * Wakes customers and plans a call for today, or a return visit if the car is delivered. Returns the new versions and the ended
 * dormancies.
 */
export async function wakeAll(
  db: Executor,
  dealerId: number,
  customerIds: readonly number[],
  by: Waking,
): Promise<(Dormancy & NewVersion)[]> {
  const dueAt = new Date(addDays(secondsOf(by.now), 0) * 1000)
  const { rows } = await sql<Dormancy & NewVersion>`
    with due as (
      select d.dealer_id, d.id, d.customer_id, d.owner_id, d.from_source, d.level, d.level = 'D' as is_delivered, d.suspended_at, d.resume_at,
             d.resume_duration,
             case when d.level = 'D' then ${sql.lit(activityType.revisit)} else ${sql.lit(activityType.call)} end::smallint as type
      from deal d where d.dealer_id = ${dealerId} and d.customer_id = any(${customerIds}::bigint[]) and d.is_current
    ), woken as (
      update ${target('deal')} d set suspended_at = null, resume_at = null, resume_duration = 0, next_follow_at = ${dueAt}, next_activity_type = due.type
      from due where d.dealer_id = ${dealerId} and d.id = due.id
    ), planned as (
      insert into ${target('activity')} (dealer_id, customer_id, deal_id, owner_id, from_source, type, due_at, created_at)
      select dealer_id, customer_id, id, owner_id, from_source, type, ${dueAt}, ${by.now}::timestamptz from due
      on conflict do nothing
    ), recorded as (
      insert into ${target('timeline')} (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content, facts)
      select dealer_id, customer_id, id, ${by.now}::timestamptz, ${by.memberId}::bigint, ${by.memberName}::text, level,
             ${sql.lit(timelineType.woken)}, case when is_delivered then ${by.delivered}::text else ${by.subject}::text end,
             case when is_delivered then ${by.deliveredContent}::text else ${by.content}::text end,
             jsonb_strip_nulls(jsonb_build_object('kind', 'woken', 'isDue', case when ${by.memberId}::bigint = 0 then true end,
               'nextType', type, 'nextDate', ${secondsOf(dueAt)}::bigint))
      from due
    ), changed as (
      update ${target('customer')} c set row_version = row_version + 1
      from due where c.dealer_id = ${dealerId} and c.id = due.customer_id
      returning c.id, c.row_version, due.suspended_at, due.resume_at, due.resume_duration
    )
    select id as "customerId", row_version as "rowVersion", suspended_at::text as "suspendedAt", resume_at::text as "resumeAt",
           resume_duration as "resumeDuration"
    from changed`.execute(db)
  return rows
}

/** Restores dormancies and cancels the activities that waking had planned. */
export async function sleepOn(
  db: Executor,
  scope: Scope,
  back: readonly Dormancy[],
  by: { readonly memberName: string; readonly now: Date },
): Promise<void> {
  const { dealerId } = scope
  await sql`
    with back as (
      select d.id, d.customer_id, d.level, b.suspended_at, b.resume_at, b.resume_duration
      from unnest(${back.map((one) => one.customerId)}::bigint[], ${back.map((one) => one.suspendedAt)}::timestamptz[],
                  ${back.map((one) => one.resumeAt)}::timestamptz[], ${back.map((one) => one.resumeDuration)}::int[])
             as b (customer_id, suspended_at, resume_at, resume_duration)
      join deal d on d.dealer_id = ${dealerId} and d.customer_id = b.customer_id and d.is_current
    ), slept as (
      update ${target('deal')} d set suspended_at = b.suspended_at, resume_at = b.resume_at,
                        resume_duration = b.resume_duration, next_follow_at = null, next_activity_type = 0
      from back b where d.dealer_id = ${dealerId} and d.id = b.id
    ), cancelled as (
      update ${target('activity')} a set cancelled_at = ${by.now}::timestamptz from back b
      where a.dealer_id = ${dealerId} and a.deal_id = b.id and a.completed_at is null and a.cancelled_at is null
    ), recorded as (
      insert into ${target('timeline')} (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content, facts)
      select ${dealerId}::int, customer_id, id, ${by.now}::timestamptz, ${scope.memberId}::bigint, ${by.memberName}::text, level,
             ${sql.lit(timelineType.undone)}, case when level = 'D' then '撤销继续跟进' else '撤销唤醒' end, '恢复休眠',
             jsonb_build_object('kind', 'suspended', 'resumeDuration', resume_duration)
      from back
    )
    update ${target('customer')} c set row_version = row_version + 1 from back b
    where c.dealer_id = ${dealerId} and c.id = b.customer_id`.execute(db)
}
