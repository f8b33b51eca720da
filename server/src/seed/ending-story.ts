import { addDays } from '@showroom/contract/kernel/day'
import { defeatBranch, timelineType } from '@showroom/contract/customer/customer.rules'
import { displayOf } from './dictionaries.ts'
import { planNext } from './follow-story.ts'
import type { Situation } from './notes.ts'
import type { DefeatRow } from './rows.ts'
import type { Story } from './story.ts'
import { system } from './story.ts'
import { competitorSeries } from './vehicles.ts'
import { daysLater, instant } from './workday.ts'

/** Defeat with its review, revival, dormancy and waking. */

const reasons = [
  [1, 14],
  [2, 24],
  [3, 6],
  [6, 14],
  [7, 22],
  [15, 5],
  [21, 5],
  [99, 10],
] as const
/** 置换价格偏低 */
const poorTradeIn = 24
const subReasons: Record<number, readonly number[]> = {
  6: [1, 1, 1, 62, 63],
  2: [21, 22, 22, 23, 24],
  3: [31, 32, 33, 34],
}

export type DefeatEnd = 'defeated' | 'rejected' | 'waiting' | 'following'

/** The consultant gives up; a reviewer approves or rejects within days, unless the story reaches the present first. */
export function defeat(story: Story): DefeatEnd {
  const at = story.doneAt()
  if (!story.advance(at)) return 'following'
  const { random } = story
  const request = askDefeat(story, chooseReason(story))
  const days = random.weighted([
    [0, 20],
    [1, 25],
    [2, 20],
    [random.int(3, 12), 35],
  ] as const)
  if (!story.advance(Math.max(daysLater(story.at, days, random), story.at + 1800))) return 'waiting'
  const crossRecall = random.chance(0.3) ? 1 : 2
  return reviewDefeat(story, request, { crossRecall, rejects: random.chance(0.12) })
}

/** Requests the defeat now. */
export function askDefeat(story: Story, reason: number): DefeatRow {
  const { deal } = story
  const request = makeRequest(story, reason)
  const talk = story.followLast(story.talkType, request.remark)
  deal.waiting_fail_review = true
  deal.fail_reason = request.reason
  request.follow_times = deal.follow_count
  story.write(timelineType.defeatRequested, '战败申请', [...talk, ...defeatParts(request)].join('；'))
  story.world.ledger.defeats.push(request)
  return request
}

/** Lets a reviewer decide now. */
export function reviewDefeat(
  story: Story,
  request: DefeatRow,
  { crossRecall, rejects }: { readonly crossRecall: 1 | 2; readonly rejects: boolean },
): 'defeated' | 'rejected' {
  const { deal, random } = story
  const boss = random.pick(story.store.reviewers)
  deal.waiting_fail_review = false
  Object.assign(request, { reviewed_by: boss.id, reviewed_at: instant(story.at), cross_recall: crossRecall })
  deal.cross_recall = crossRecall
  if (rejects) {
    request.state = 2
    deal.fail_reason = 0
    request.review_remark = story.note('rejectFail')
    deal.level = 'N'
    story.owner = random.pick(story.store.consultants)
    deal.owner_id = story.owner.id
    story.plan(1, random.int(1, 2))
    story.write(timelineType.defeatReviewed, '战败驳回', request.review_remark, boss)
    return 'rejected'
  }
  request.state = 1
  request.owner_id = story.owner.id
  request.review_remark = story.note(boughtElsewhere.has(request.reason) ? 'confirmBought' : 'confirmFail')
  deal.level_before = deal.level
  deal.level = 'F'
  deal.failed_at = instant(story.at)
  story.write(timelineType.defeatReviewed, '战败审核通过', request.review_remark, boss)
  return 'defeated'
}

/** Reasons for buying at another store, another make, or in another city. */
const boughtElsewhere = new Set([6, 7, 15])

function defeatParts(request: DefeatRow): string[] {
  const branch = defeatBranch(request.reason, request.sub_reason)
  return [
    `战败原因：${displayOf('failReasons', request.reason)}`,
    ...(branch.subReason ? [displayOf('failSubReasons', request.sub_reason)] : []),
    ...(request.dealer_name ? [`战败经销商：${request.dealer_name}`] : []),
    ...(branch.city ? [`意向购车城市：${request.province}${request.city}`] : []),
  ]
}

function chooseReason({ deal, random, store }: Story): number {
  const away = deal.is_remote === 1
  return random.weighted(reasons.filter(([value]) => value !== 15 || (away && store.dealer.cityPool)))
}

function makeRequest(story: Story, reason: number): DefeatRow {
  const { deal, random, store, customer } = story
  const subs = (subReasons[reason] ?? []).filter((value) => value !== poorTradeIn || deal.is_replace)
  const sub = subs.length > 0 ? random.pick(subs) : 0
  const branch = defeatBranch(reason, sub)
  const rival = deal.competitor_series_ids[0] ?? random.pick(competitorSeries).id
  const remark = story.note(`fail${reason}` as Situation)
  return {
    dealer_id: deal.dealer_id,
    customer_id: customer.id,
    deal_id: deal.id,
    requested_by: story.owner.id,
    requested_at: instant(story.at),
    reason,
    sub_reason: sub,
    dealer_name: branch.dealer ? random.pick([...store.otherStores, '同城其他澜岳店']) : '',
    series_id: branch.series ? rival : null,
    purchase_reasons: branch.purchaseReasons
      ? random.sample([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], random.int(1, 3))
      : [],
    province: branch.city ? deal.buy_province : '',
    city: branch.city ? deal.buy_city : '',
    remark,
    follow_times: deal.follow_count,
    state: 0,
    cross_recall: 0,
    reviewed_by: null,
    reviewed_at: null,
    review_remark: '',
    owner_id: null,
    revived_at: null,
  }
}

/** Revives a defeated customer after some weeks. */
export function revive(story: Story): boolean {
  const { deal, random, store, world } = story
  if (!story.advance(daysLater(story.at, random.int(8, 70), random))) return false
  for (const request of world.ledger.defeats)
    if (request.deal_id === deal.id && request.state === 1) request.revived_at ??= instant(story.at)
  deal.level = random.pick(['H', 'A', 'A', 'B'])
  deal.level_before = ''
  deal.failed_at = null
  deal.fail_reason = 0
  deal.cross_recall = 0
  if (random.chance(0.5)) story.owner = random.pick(store.consultants)
  deal.owner_id = story.owner.id
  planNext(story)
  story.write(timelineType.revived, '复活', story.note('relive'))
  return true
}

/** Writes a follow-up that makes the customer dormant now; returns when they wake. */
export function fallAsleep(story: Story, days: number): number {
  const { deal } = story
  const type = story.talkType
  const talk = story.followLast(type, story.note('suspend'))
  deal.suspended_at = instant(story.at)
  deal.resume_duration = days
  const resumeAt = addDays(story.at, days)
  deal.resume_at = instant(resumeAt)
  recordSuspension(story, days)
  story.write(type, '休眠', [...talk, `转为休眠，${days}天后自动唤醒`].join('；'))
  return resumeAt
}

/** Records that the customer became dormant now, and the owner at that time. */
export function recordSuspension({ world, deal, customer, owner, at }: Story, days: number): void {
  world.ledger.suspensions.push({
    dealer_id: deal.dealer_id,
    customer_id: customer.id,
    deal_id: deal.id,
    owner_id: owner.id,
    member_id: owner.id,
    began_at: instant(at),
    days,
  })
}

/** Makes the customer dormant; `woken` if they have woken again by now. */
export function suspend(story: Story): 'dormant' | 'woken' | 'following' {
  if (!story.advance(story.doneAt())) return 'following'
  const { deal, random } = story
  const days = random.weighted([
    [7, 10],
    [15, 20],
    [30, 30],
    [60, 20],
    [90, 20],
  ] as const)
  const resumeAt = fallAsleep(story, days)
  // The job that wakes dormant customers runs every five minutes.
  if (!story.advance(resumeAt + random.int(1, 5) * 60)) return 'dormant'
  deal.suspended_at = null
  deal.resume_at = null
  story.plan(1, 0)
  story.write(timelineType.woken, '自动唤醒', '休眠到期，系统自动唤醒，请尽快跟进', system)
  return 'woken'
}
