import { z } from 'zod'

/**
 * What a timeline row tells, as data beside its sentence: the screen makes the words. Codes are those of the dictionaries, days are epoch
 * seconds, money is yuan; what was not told is left out. Flat on purpose: every text may hold what somebody typed, and leaves masked.
 */

const code = z.number()
const day = z.number()
const words = z.string()

/** What somebody typed: what the customer said, why, or a note. */
const said = { said: words.optional() }
const next = { nextType: code.optional(), nextDate: day.optional() }
const defeat = {
  failReason: code.optional(),
  failSubReason: code.optional(),
  failDealer: words.optional(),
  failSeries: words.optional(),
  failProducts: words.optional(),
  failCity: words.optional(),
}
const opened = { ...said, ...next, series: words.optional(), owner: words }

export const TimelineFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('followed'),
    ...said,
    contactType: code.optional(),
    event: code.optional(),
    quote: z.number().optional(),
    reserveComeDate: day.optional(),
    comeDuration: code.optional(),
    testSeries: words.optional(),
    testResult: code.optional(),
    ...next,
    /** Days of the dormancy that it ended in. */
    resumeDuration: z.number().optional(),
    /** Why the customer is to be given up, where it ended in that. */
    ...defeat,
  }),
  z.object({ kind: z.literal('defeatAsked'), ...said, ...defeat }),
  z.object({ kind: z.literal('defeatAgreed'), ...said }),
  z.object({
    kind: z.literal('defeatRejected'),
    ...said,
    owner: words,
    isCrossRecall: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('created'), ...opened, fromSource: code.optional() }),
  z.object({ kind: z.literal('repurchased'), ...opened }),
  z.object({ kind: z.literal('revived'), ...opened }),
  z.object({ kind: z.literal('annotated'), ...said }),
  z.object({ kind: z.literal('suspended'), resumeDuration: z.number().optional() }),
  /** By hand, or because the days were over. */
  z.object({ kind: z.literal('woken'), isDue: z.boolean().optional(), ...next }),
  /** The customer's own tags after it and before, separated by spaces. */
  z.object({ kind: z.literal('tagged'), tags: words.optional(), before: words.optional() }),
  z.object({ kind: z.literal('arrived'), isInvited: z.boolean().optional() }),
  /** A return visit, after the delivery or while an order is under way. */
  z.object({
    kind: z.literal('visited'),
    ...said,
    contactStatus: code.optional(),
    completedDate: day.optional(),
    isDelivered: z.boolean().optional(),
    isBirthday: z.boolean().optional(),
    ...next,
  }),
  z.object({ kind: z.literal('reassigned'), ...said, from: words, to: words }),
  /** A lead went to its owner: why to this one, where the system chose. */
  z.object({ kind: z.literal('leadGiven'), ...said, owner: words, why: words.optional() }),
  /** Who is on file asked again; the source is one of those online. */
  z.object({
    kind: z.literal('leadRepeated'),
    ...said,
    onlineSource: code.optional(),
    series: words.optional(),
  }),
  /** What another system recorded: a call, a test drive, a contact of WeCom by this name. */
  z.object({
    kind: z.literal('recorded'),
    seconds: z.number().optional(),
    testSeries: words.optional(),
    contact: words.optional(),
  }),
  /** The customer that went into this one; the number is masked already. */
  z.object({
    kind: z.literal('merged'),
    name: words.optional(),
    mobile: words.optional(),
    owner: words.optional(),
    level: words.optional(),
    keptNumbers: words.optional(),
    /** Its deal is the current one now. */
    isCurrent: z.boolean().optional(),
    /** Who owns the customer now, where that is another member than before. */
    newOwner: words.optional(),
  }),
  /** One change a line, as the sentence tells them. */
  z.object({ kind: z.literal('edited'), changes: words }),
  z.object({
    kind: z.literal('order'),
    ...said,
    orderNo: words,
    /** Vehicle and price. */
    vehicle: words.optional(),
    deposit: z.number().optional(),
    payType: code.optional(),
    /** Planned, or done. */
    deliverDate: day.optional(),
    isInsured: z.boolean().optional(),
    /** Of a cancellation. */
    reason: words.optional(),
    /** The level that a cancellation returned the customer to. */
    level: words.optional(),
    /** Of an edit: one change a line. */
    changes: words.optional(),
  }),
])
export type TimelineFacts = z.infer<typeof TimelineFacts>

/** Without what was not told: codes of 0, empty texts, false. */
export const told = <Facts extends TimelineFacts>(facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && value !== 0 && value !== false,
    ),
  ) as Facts

/** One row of a customer's timeline. */
export const TimelineRow = z.object({
  id: z.number(),
  createdAt: z.number(),
  ownerName: z.string(),
  level: z.string(),
  /** An activity type or another kind of event; decides the icon. */
  type: z.number(),
  subject: z.string(),
  /** The whole of it as a sentence. */
  content: z.string(),
  /** The same as data; null for rows of before there was any, and for those whose sentence is all there is. */
  facts: TimelineFacts.nullable(),
  /** Signed link; empty without a recording. */
  audioUrl: z.string(),
  /** The online lead, recorded call and shared test drive that the row links to; 0 for none. */
  onlineCustomerId: z.number(),
  callId: z.number(),
  shareId: z.number(),
  /** Signed links, comma-joined. */
  images1: z.string(),
})
export type TimelineRow = z.infer<typeof TimelineRow>
