import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { askDefeat, fallAsleep, recordSuspension, reviewDefeat } from './ending-story.ts'
import { followOnce, visit } from './follow-story.ts'
import type { DemoDealer } from './network.ts'
import { sellUpTo } from './order-story.ts'
import { cityOf } from './regions.ts'
import type { Story } from './story.ts'
import { instant } from './workday.ts'

/**
 * A scripted customer story. Scenes cover what chance does not produce in every store, so that each filter matches something and each kind
 * of row exists.
 */
export interface Scene {
  /** When the customer walked in. */
  readonly daysAgo: number
  play(this: void, story: Story): void
}

/** Start of a scene; leaves enough of the day for all of it. */
export const morningOf = (seconds: number): number => dayStart(seconds) + 10 * 3600

const minute = 60
const laterToday = (story: Story, minutes: number): boolean => story.advance(story.at + minutes * minute)
/** Next morning, at a minute that depends on the customer, so that not everything happens at ten sharp. */
const nextMorning = (story: Story): boolean =>
  story.advance(morningOf(addDays(story.at, 1)) + ((story.customer.id * 17) % 90) * minute)

/** An order that is waiting, submitted or rejected. */
const order = (status: 1 | 2 | 6, daysAgo: number): Scene => ({
  daysAgo,
  play(story) {
    laterToday(story, 40)
    visit(story)
    nextMorning(story)
    sellUpTo(story, status)
  },
})

/** A customer who becomes dormant for this many days on the day after. */
const dormant = (days: number, daysAgo: number): Scene => ({
  daysAgo,
  play(story) {
    nextMorning(story)
    fallAsleep(story, days)
  },
})

/** A customer put to sleep for a week from the file page. */
const paused: Scene = {
  daysAgo: 4,
  play(story) {
    nextMorning(story)
    const { deal } = story
    story.cancelOpen()
    deal.suspended_at = instant(story.at)
    deal.resume_duration = 7
    deal.resume_at = instant(addDays(story.at, 7))
    recordSuspension(story, 7)
    story.write(timelineType.suspended, '休眠', '暂停回访，7天后自动唤醒')
  },
}

/** A customer given up after a talk: requested two days later, decided on the day after that. */
const lost = (
  reason: number,
  daysAgo: number,
  decided?: { readonly crossRecall: 1 | 2; readonly rejects: boolean },
): Scene => ({
  daysAgo,
  play(story) {
    const { deal } = story
    if (reason === cityReason) {
      const { province, city, districts } = elsewhere
      Object.assign(deal, {
        buy_province: province,
        buy_city: city,
        buy_area: districts[0]?.name ?? '',
        is_remote: 1,
      })
    }
    nextMorning(story)
    followOnce(story, false)
    nextMorning(story)
    const request = askDefeat(story, reason)
    if (!decided) return
    nextMorning(story)
    reviewDefeat(story, request, decided)
  },
})
const cityReason = 15
/** 江苏省苏州市: no demo store is there. */
const elsewhere = cityOf('320500')

/** A test drive is planned. */
const driveAhead: Scene = {
  daysAgo: 1,
  play(story) {
    laterToday(story, 40)
    visit(story, { type: activityType.testDrive, days: 2 })
  },
}

/** A planned activity of this type. */
const ahead = (type: number): Scene => ({
  daysAgo: 1,
  play: (story) => {
    story.cancelOpen()
    story.plan(type, 2)
  },
})

/** A file that was tagged, with one tag change undone, edited, merged with another file of the same person, and given to a colleague. */
const wellKept: Scene = {
  daysAgo: 5,
  play(story) {
    const { customer, store, deal } = story
    nextMorning(story)
    followOnce(story, true)
    laterToday(story, 15)
    customer.tags = '二胎家庭 关注空间'
    story.write(timelineType.tagged, '画像标签', `标签：${customer.tags} 老客户`)
    story.write(timelineType.undone, '撤销标签修改', `标签：${customer.tags}`)
    story.write(
      timelineType.sms,
      '发送短信',
      `${customer.name}您好，本周末展厅备好了试驾车和置换评估，期待您到店。`,
    )
    laterToday(story, 5)
    deal.budget = 3
    story.write(timelineType.edited, '编辑资料', '微信已修改；购车预算：10万以下 → 15-20万')
    laterToday(story, 30)
    story.write(
      timelineType.merged,
      '合并客户',
      `合并客户：${customer.name} 139****0${(customer.id % 1000) + 100}；原客户经理：${story.owner.name}；原级别：B`,
    )
    laterToday(story, 30)
    const due = story.open
    story.cancelOpen()
    const others = store.consultants.filter((one) => one !== story.owner)
    story.reassign(others[customer.id % others.length] ?? story.owner)
    if (due) story.plan(due.type, 2, due.testSeriesId)
  },
}

const agreed = { crossRecall: 2, rejects: false } as const

/** The scenes of a store. Only some stores pass on customers who buy in another city. */
export const scenesOf = ({ cityPool }: DemoDealer): readonly Scene[] => [
  order(1, 3),
  order(2, 4),
  order(6, 6),
  ...[7, 15, 30, 60, 90].map((days, at) => dormant(days, 3 + 5 * at)),
  paused,
  ...[1, 2, 3, 6, 7, 21, 99, ...(cityPool ? [cityReason] : [])].map((reason, at) =>
    lost(reason, 7 + 3 * at, agreed),
  ),
  lost(7, 12, { crossRecall: 1, rejects: false }),
  lost(2, 5, { crossRecall: 1, rejects: true }),
  lost(3, 8, { crossRecall: 2, rejects: true }),
  lost(1, 3),
  driveAhead,
  ...[activityType.visit, activityType.wecom, activityType.video].map(ahead),
  wellKept,
]
