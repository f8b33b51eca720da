import { ask } from '../database.ts'
import type { Acknowledged } from './client.ts'

interface Found {
  readonly customerId: number
  readonly customers: number
  readonly deals: number
  readonly followCount: number
  readonly created: number
  readonly timeline: string[]
  readonly completed: string[]
  readonly open: number
  readonly orders: number
  readonly lines: number
  readonly submissions: number
  readonly orderRows: number
}

/**
 * Lists faults in the rows of acknowledged work: missing, incomplete or duplicate, which is another file of the same mobile in the same
 * store.
 */
export async function findLosses(url: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const record = await ask<Found>(
    url,
    `select mine.id as "customerId", count(*)::int as customers, sum(d.deals)::int as deals, sum(d.follows)::int as "followCount",
            sum(t.created)::int as created, min(t.contents) as timeline, min(a.remarks) as completed, sum(a.open)::int as open,
            sum(o.orders)::int as orders, sum(o.lines)::int as lines, sum(o.submissions)::int as submissions,
            sum(t.of_order)::int as "orderRows"
     from customer mine
     join customer c on c.dealer_id = mine.dealer_id and c.mobile = mine.mobile
     cross join lateral (
       select count(*) as deals, sum(follow_count) as follows from deal where dealer_id = c.dealer_id and customer_id = c.id) as d
     cross join lateral (
       select count(*) filter (where type = 7) as created, count(*) filter (where type = 4) as of_order,
              coalesce(array_agg(content) filter (where type not in (4, 7)), '{}') as contents
       from timeline where dealer_id = c.dealer_id and customer_id = c.id) as t
     cross join lateral (
       select count(*) filter (where completed_at is null) as open,
              coalesce(array_agg(result ->> 'remark') filter (where completed_at is not null), '{}') as remarks
       from activity where dealer_id = c.dealer_id and customer_id = c.id) as a
     cross join lateral (
       select count(distinct o.id) as orders, count(distinct l.id) as lines, count(distinct s.id) as submissions
       from vehicle_order o
       left join vehicle_order_line l on l.dealer_id = o.dealer_id and l.order_id = o.id
       left join order_submission s on s.dealer_id = o.dealer_id and s.order_id = o.id and s.outcome = 0 and o.status = 2
       where o.dealer_id = c.dealer_id and o.customer_id = c.id) as o
     where mine.id = any($1) group by mine.id`,
    [acknowledged.map(({ customerId }) => customerId)],
  )
  const byId = new Map(record.map((one) => [one.customerId, one]))
  return acknowledged.flatMap((one) => lossesOf(one, byId.get(one.customerId)))
}

function lossesOf({ customerId, remarks, order }: Acknowledged, record: Found | undefined): string[] {
  if (!record) return [`customer ${customerId} is gone`]
  const losses: string[] = []
  const expect = (what: string, is: number, expected: number): void => {
    if (is !== expected) losses.push(`customer ${customerId}: ${what} ${is} instead of ${expected}`)
  }
  expect('files', record.customers, 1)
  expect('deals', record.deals, 1)
  expect('rows of its creation', record.created, 1)
  expect('open activities', record.open, 1)
  expect('follow-ups counted on the deal', record.followCount, remarks.length)
  expect('follow-ups in the timeline', record.timeline.length, remarks.length)
  expect('activities done', record.completed.length, remarks.length)
  expect('orders', record.orders, order.made)
  expect('lines of orders', record.lines, 2 * order.made)
  expect('orders handed in', record.submissions, order.submitted)
  expect('order rows in the timeline', record.orderRows, order.made + order.submitted)
  for (const remark of remarks) {
    const entries = record.timeline.filter((content) => content.includes(remark)).length
    expect(`timeline of "${remark}"`, entries, 1)
    expect(`activities of "${remark}"`, record.completed.filter((one) => one === remark).length, 1)
  }
  return losses
}
