import path from 'node:path'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import pg from 'pg'
import { hashToken } from '../../server/src/platform/session/gate.ts'
import { people, tokenOf } from './people.ts'

/** Data that the journeys need and no call can make: set up once, on the throw-away database. */

/** A customer of the consultant, known by WeCom only: no call creates a file without a mobile. */
export const withoutMobile = '施无号'
/** A customer of the consultant with 105 records: the file, and 104 notes. */
export const withHistory = '时百记'
/** A customer who arrived at the first store twelve minutes ago and waits; not owned by `otherConsultant`. */
export const waitsLong = '岑久候'
/** A number in the store's enterprise WeChat pool, for the one journey that claims it. */
export const pooled = { byEdit: '17099990001' } as const

/** The secret address of an appointment at the second store, as a text would bring it to the customer. */
export const appointmentPage = '/a/2-journeyjourneyjourneyj'

/** The browser in which the bystander receives notices. */
export const pushDevice = 'Safari · iPhone'

/** Members with the rights that their journeys need. */
async function setRights(client: pg.Client): Promise<void> {
  await client.query(
    `update member m set modules = array_append(m.modules, '战败审核') from account a
     where a.id = m.account_id and a.mobile = '13600001025'`,
  )
  await client.query(
    `update member m set modules = array_append(m.modules, '企业管理') from account a
     where a.id = m.account_id and a.mobile = $1`,
    [people.clerk.mobile],
  )
  await client.query(
    `update member m set role = 9, modules = '{客户管理,企业管理,前台流量,销售订单}' from account a
     where a.id = m.account_id and a.mobile = $1`,
    [people.groupAdmin.mobile],
  )
}

export async function setStage(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    `update customer set mobile = '', name = $1 where (dealer_id, id) = (
       select d.dealer_id, d.customer_id
       from deal d join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id
         join account a on a.id = m.account_id
         join customer c on c.dealer_id = d.dealer_id and c.current_deal_id = d.id
       where a.mobile = '13800000004' and d.level in ('N', 'H', 'A', 'B', 'C') and c.merged_into_id is null
         and d.from_source = 2 and d.buy_area <> ''
       order by d.customer_id limit 1)`,
    [withoutMobile],
  )
  await client.query(
    `insert into wecom_contact (dealer_id, mobile, added_at) select 1, unnest($1::text[]), now()`,
    [Object.values(pooled)],
  )
  // The customer with the fewest records: their number depends on the day.
  await client.query(
    `with one as (
       select d.dealer_id, d.customer_id, count(*)::int as total, max(t.id) as last_id
       from deal d join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id
         join account a on a.id = m.account_id
         join customer c on c.dealer_id = d.dealer_id and c.current_deal_id = d.id
         join timeline t on t.dealer_id = c.dealer_id and t.customer_id = c.id
       where a.mobile = '13800000004' and c.merged_into_id is null and c.name <> $3
       group by d.dealer_id, d.customer_id
       order by total, d.customer_id desc limit 1
     ), named as (
       update customer c set name = $1 from one where c.dealer_id = one.dealer_id and c.id = one.customer_id
     )
     insert into timeline (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content)
     select t.dealer_id, t.customer_id, t.deal_id, t.created_at + n * interval '1 second', t.member_id, t.owner_name, t.level, $2,
            '批注', '第' || n || '次批注'
     from one join timeline t on t.dealer_id = one.dealer_id and t.id = one.last_id, generate_series(one.total, 104) n`,
    [withHistory, timelineType.annotated, withoutMobile],
  )
  await client.query(
    `with one as (
       update customer set name = $1 where (dealer_id, id) = (
         select d.dealer_id, d.customer_id
         from deal d join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id
           join account a on a.id = m.account_id
         where a.mobile = '13800000004' and d.is_current and d.level = 'B' and d.suspended_at is null and not d.waiting_fail_review
           and not exists (select from customer c where c.dealer_id = d.dealer_id and c.id = d.customer_id and c.name = any($2))
           and not exists (select from visit v where v.dealer_id = d.dealer_id and v.customer_id = d.customer_id and v.day >= current_date - 1)
         order by d.customer_id desc limit 1)
       returning dealer_id, id, created_by, current_deal_id as deal_id, (select owner_id from deal where id = current_deal_id) as owner_id)
     insert into visit (dealer_id, customer_id, day, type, registered_at, registered_by, came_at, deal_id, owner_id)
     select dealer_id, id, (now() at time zone 'Asia/Shanghai')::date, 2, now(), created_by, now() - interval '12 minutes', deal_id, owner_id from one`,
    [waitsLong, [withoutMobile, withHistory]],
  )
  await setRights(client)
  await client.query(
    `update dealer d set closed_at = now() from member m join account a on a.id = m.account_id
     where d.id = m.dealer_id and a.mobile = $1`,
    [people.closedManager.mobile],
  )
  await client.query(
    `insert into appointment_link (dealer_id, token_hash, activity_id, created_at)
     select dealer_id, sha256(convert_to($1, 'UTF8')), id, now() from activity
     where dealer_id = 2 and completed_at is null and cancelled_at is null and minutes is not null
     order by due_at desc limit 1`,
    [path.basename(appointmentPage)],
  )
  await client.query(
    `insert into push_device (account_id, at_dealer_id, token_hash, endpoint, p256dh, auth, name, created_at, succeeded_at)
     select a.id, m.dealer_id, '', 'https://web.push.apple.com/journey', '', '', $2, now() - interval '9 days', now() - interval '3 hours'
     from account a join member m on m.account_id = a.id where a.mobile = $1 limit 1`,
    [people.bystander.mobile, pushDevice],
  )
  await signIn(client)
  await client.end()
}

/** Opens a session for each of `people` at their first store, without sign-in codes, which are limited per number. */
async function signIn(client: pg.Client): Promise<void> {
  for (const { mobile } of Object.values(people))
    await client.query(
      `insert into session (token_hash, dealer_id, member_id, account_id, created_at, last_seen_at)
       select $1, m.dealer_id, m.id, a.id, now(), now() from account a join member m on m.account_id = a.id
       where a.mobile = $2 and m.left_at is null order by m.dealer_id limit 1`,
      [hashToken(tokenOf(mobile)), mobile],
    )
}
