import {
  activityType,
  arrivalKind,
  arrivalTypes,
  followEvent,
  timelineType,
} from '@showroom/contract/customer/customer.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { atWeekend } from './calendar.ts'
import type { Situation } from './notes.ts'
import type { Next, Story } from './story.ts'
import { contactTypeOf } from './wording.ts'
import { instant, nextOpen } from './workday.ts'

/** Follow-ups: calls, visits and test drives, and how they change the level. */

/** Most quotes in one deal; after that the customer orders or leaves. */
const mostQuotes = 4

/** Records a visit, either spontaneous or invited. */
export function visit(story: Story, next: Next = usualNext(story)): void {
  const { deal, random } = story
  const situation = deal.arrived_at
    ? 'visitAgain'
    : arrivalTypes.includes(story.open?.type ?? 0)
      ? 'visit'
      : 'visitWalkIn'
  const planned = story.follow(activityType.visit, { comeDuration: random.int(1, 5) }, situation, next)
  arrive(story, planned)
}

export function testDrive(story: Story): void {
  const { deal, random } = story
  const seriesId = story.open?.testSeriesId ?? story.model.series_id
  const testResult = random.weighted([
    [1, 60],
    [2, 28],
    [3, 12],
  ] as const)
  if (testResult === 1 && deal.level !== 'H') deal.level = random.chance(0.6) ? 'H' : 'A'
  if (testResult === 3) deal.level = random.pick(['B', 'C'])
  const situation = ([undefined, 'driveGood', 'driveFair', 'driveBad'] as const)[testResult] ?? 'driveGood'
  const planned = story.follow(
    activityType.testDrive,
    { testSpecId: seriesId, testResult },
    situation,
    usualNext(story),
  )
  arrive(story, planned)
  deal.test_driven_at = instant(story.at)
}

function arrive({ deal, at }: Story, planned: boolean): void {
  if (deal.arrived_at) return
  deal.arrived_at = instant(at)
  deal.arrival_kind = planned ? arrivalKind.invited : arrivalKind.byThemselves
}

/** A visit, sometimes with a test drive on the same day. */
export function visitAndDrive(story: Story, driveChance: number): void {
  const { random, deal } = story
  if (deal.test_driven_at || !random.chance(driveChance)) return visit(story)
  visit(story, { type: activityType.testDrive, days: 0 })
  if (story.advance(story.at + random.int(1200, 4200))) testDrive(story)
}

/** A planned visit or test drive: most customers come, some ask for another day. */
function keepAppointment(story: Story): void {
  const { random, open, deal } = story
  const type = open?.type ?? activityType.visit
  if (random.chance(0.15)) {
    story.follow(activityType.call, { contactType: 1, event: followEvent.other }, 'missed', {
      type,
      days: random.int(1, 5),
    })
    return
  }
  if (deal.level === 'N' || random.chance(0.25)) deal.level = random.pick(['H', 'A', 'A', 'B'])
  if (type === activityType.testDrive) testDrive(story)
  else visitAndDrive(story, 0.45)
}

/** Changes the level with the mood of the deal: warm ones rise, cold ones fall. */
export function drift(story: Story, warm: boolean): void {
  const { deal, random } = story
  if (!random.chance(deal.level === 'N' ? 0.8 : 0.3)) return
  deal.level = warm ? random.pick(['H', 'A', 'A', 'B']) : random.pick(['A', 'B', 'B', 'C', 'C'])
}

/** A usual next contact. */
export function usualNext(story: Story): Next {
  const { random, customer, deal } = story
  const type = random.weighted([
    [activityType.call, 70],
    [activityType.wecom, customer.is_wecom ? 40 : 0],
    [activityType.video, 3],
    [activityType.visit, deal.arrived_at ? 3 : 8],
  ] as const)
  return { type, days: type === activityType.visit ? random.int(1, 6) : story.usualDays() }
}

export function planNext(story: Story): void {
  const { type, days } = usualNext(story)
  story.plan(type, days)
}

/** Default weights of the ways to talk: phone, message, face to face. */
const talks = [
  [1, 75],
  [2, 18],
  [3, 4],
  [4, 3],
] as const

function contact(story: Story, warm: boolean): void {
  const { random, deal } = story
  const type = story.talkType
  const contactType = type === activityType.call ? random.weighted(talks) : contactTypeOf(type)
  const first = deal.follow_count === 0
  drift(story, warm)
  const wish = random.next()
  if (warm && !deal.arrived_at && wish < 0.45)
    return invite(story, type, contactType, followEvent.inviteVisit)
  if (warm && deal.arrived_at && !deal.test_driven_at && wish < 0.4)
    return invite(story, type, contactType, followEvent.inviteTestDrive)
  if (story.quotes < mostQuotes && wish > (deal.arrived_at ? 0.62 : 0.92)) {
    const again = story.quotes > 0
    const quoteFen = story.quote()
    story.follow(
      type,
      { contactType, event: followEvent.quote, quoteFen },
      again ? 'quoteAgain' : 'quote',
      usualNext(story),
    )
    return
  }
  const birthday = random.chance(0.015)
  const situation: Situation = birthday ? 'birthday' : first && type === 1 ? 'callFirst' : talkOf(story, type)
  story.follow(
    type,
    { contactType, event: birthday ? followEvent.birthday : followEvent.other },
    situation,
    usualNext(story),
  )
}

const talkOf = ({ deal }: Story, type: number): Situation =>
  type === activityType.wecom
    ? 'wecom'
    : type === activityType.video
      ? 'video'
      : deal.arrived_at
        ? 'callAfterVisit'
        : 'call'

function invite(story: Story, type: number, contactType: number, event: 2 | 3): void {
  const { random, at } = story
  const days = atWeekend(at, random.int(1, 5), random.int(1, 5))
  const result = { contactType, event, reserveComeDate: addDays(at, days) }
  const drive = event === followEvent.inviteTestDrive
  const next = { type: drive ? activityType.testDrive : activityType.visit, days }
  story.follow(type, result, drive ? 'inviteDrive' : 'invite', next)
}

/** Completes the planned activity and plans the next. */
export function followOnce(story: Story, warm: boolean): void {
  if (arrivalTypes.includes(story.open?.type ?? 0)) keepAppointment(story)
  else contact(story, warm)
  const { random, store } = story
  if (!random.chance(0.04)) return
  const boss = random.pick(store.reviewers)
  if (story.advance(nextOpen(story.at + random.int(3600, 30_000))))
    story.write(timelineType.annotated, '批注', story.note('annotate'), boss)
}

/**
 * Follows up `steps` times. Returns false if the present is reached first. The planned activity then stays open: due today, in the future,
 * or overdue if the consultant was slow.
 */
export function followUp(story: Story, steps: number, warm: boolean): boolean {
  for (let step = 0; step < steps; step++) {
    const at = story.doneAt()
    const recent = at > addDays(story.world.now, -7)
    if (recent && story.random.chance(0.12)) return false
    if (!story.advance(at)) return false
    followOnce(story, warm && step < 8)
  }
  return true
}
