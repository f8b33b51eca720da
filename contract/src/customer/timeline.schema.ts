import { z } from 'zod'

/**
 * Facts of a timeline row: the data of its sentence, from which the screen builds its text. Codes are those of the dictionaries, days are
 * epoch seconds, money is yuan; missing values are left out. Deliberately flat: every text may contain typed numbers and is masked on
 * reading.
 */

const code = z.number()
const day = z.number()
const words = z.string()

/** Text typed by a member: what the customer said, a reason, or a note. */
const remark = { said: words.optional() }
const next = { nextType: code.optional(), nextDate: day.optional(), nextMinutes: z.number().optional() }
const defeat = {
  failReason: code.optional(),
  failSubReason: code.optional(),
  failDealer: words.optional(),
  failSeries: words.optional(),
  failProducts: words.optional(),
  failCity: words.optional(),
}
const opened = { ...remark, ...next, series: words.optional(), owner: words }

export const TimelineFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('followed'),
    ...remark,
    contactType: code.optional(),
    event: code.optional(),
    quote: z.number().optional(),
    reserveComeDate: day.optional(),
    comeDuration: code.optional(),
    testSeries: words.optional(),
    testResult: code.optional(),
    /** Plate of the driven car, and the minutes of the drive. */
    testCar: words.optional(),
    testMinutes: z.number().optional(),
    ...next,
    /** Days of the dormancy, if the follow-up ended in one. */
    resumeDuration: z.number().optional(),
    /** Defeat reasons, if the follow-up ended in a request. */
    ...defeat,
  }),
  z.object({ kind: z.literal('defeatAsked'), ...remark, ...defeat }),
  z.object({ kind: z.literal('defeatAgreed'), ...remark }),
  z.object({
    kind: z.literal('defeatRejected'),
    ...remark,
    owner: words,
    isCrossRecall: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('created'), ...opened, fromSource: code.optional() }),
  z.object({ kind: z.literal('repurchased'), ...opened }),
  z.object({ kind: z.literal('revived'), ...opened }),
  z.object({
    kind: z.literal('annotated'),
    ...remark,
    /** Activity of the test drive that the note is about. */
    testDriveId: code.optional(),
  }),
  z.object({ kind: z.literal('suspended'), resumeDuration: z.number().optional() }),
  /** By hand, or because the dormancy was due. */
  z.object({ kind: z.literal('woken'), isDue: z.boolean().optional(), ...next }),
  /** The customer's own tags after and before the change, space-separated. */
  z.object({ kind: z.literal('tagged'), tags: words.optional(), before: words.optional() }),
  z.object({ kind: z.literal('arrived'), isInvited: z.boolean().optional() }),
  /** A return visit after delivery or during an order. */
  z.object({
    kind: z.literal('visited'),
    ...remark,
    contactStatus: code.optional(),
    completedDate: day.optional(),
    isDelivered: z.boolean().optional(),
    isBirthday: z.boolean().optional(),
    ...next,
  }),
  z.object({ kind: z.literal('reassigned'), ...remark, from: words, to: words }),
  /** A lead was assigned to its owner; `why` explains an automatic choice. */
  z.object({ kind: z.literal('leadGiven'), ...remark, owner: words, why: words.optional() }),
  /** A customer on file asked again through an online source. */
  z.object({
    kind: z.literal('leadRepeated'),
    ...remark,
    onlineSource: code.optional(),
    series: words.optional(),
    /** Labels of the empty fields that the lead filled. */
    filled: words.optional(),
  }),
  /** Recorded by another system: a call, a test drive, or a WeCom contact with this name. */
  z.object({
    kind: z.literal('recorded'),
    seconds: z.number().optional(),
    testSeries: words.optional(),
    contact: words.optional(),
  }),
  /** The customer merged into this one; the number is already masked. */
  z.object({
    kind: z.literal('merged'),
    name: words.optional(),
    mobile: words.optional(),
    owner: words.optional(),
    level: words.optional(),
    keptNumbers: words.optional(),
    /** The merged customer's deal is now the current one. */
    isCurrent: z.boolean().optional(),
    /** New owner, if changed. */
    newOwner: words.optional(),
  }),
  /** One change per line, as in the sentence. */
  z.object({ kind: z.literal('edited'), changes: words }),
  /** A follow-up of an older system, with its way of contact as written there. */
  z.object({ kind: z.literal('imported'), ...remark, way: words.optional() }),
  z.object({
    kind: z.literal('order'),
    ...remark,
    orderNo: words,
    /** Vehicle and price. */
    vehicle: words.optional(),
    deposit: z.number().optional(),
    payType: code.optional(),
    /** Planned or actual. */
    deliverDate: day.optional(),
    isInsured: z.boolean().optional(),
    /** For a cancellation. */
    reason: words.optional(),
    /** Level to which a cancellation returned the customer. */
    level: words.optional(),
    /** For an edit: one change per line. */
    changes: words.optional(),
  }),
])
export type TimelineFacts = z.infer<typeof TimelineFacts>

/** Drops empty values: codes of 0, empty texts, false. */
export const factsOf = <Facts extends TimelineFacts>(facts: Facts): Facts =>
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
  /** Activity type or another event; decides the icon. */
  type: z.number(),
  subject: z.string(),
  /** The whole event as a sentence. */
  content: z.string(),
  /** The same as data; null for rows written before facts existed and rows that only have a sentence. */
  facts: TimelineFacts.nullable(),
  /** Signed link; empty without a recording. */
  audioUrl: z.string(),
  /** Ids of the online lead, recorded call and shared test drive that the row links to; 0 for none. */
  onlineCustomerId: z.number(),
  callId: z.number(),
  shareId: z.number(),
  /** Signed links, comma-joined. */
  images1: z.string(),
})
export type TimelineRow = z.infer<typeof TimelineRow>
