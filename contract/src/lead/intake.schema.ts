import { z } from 'zod'
import { cleanLine, cleanText } from '../kernel/clean.ts'
import { sentKey, sentTime } from '../kernel/lenient.ts'
import { wrongMobile } from '../kernel/mobile.ts'
import { FieldNotes, sentStore } from '../kernel/open.ts'
import { readPhones } from '../kernel/phones.ts'
import { lines, oneOf, requiredCode, requiredName, Seconds, text } from '../kernel/wire.ts'

/** Requests of car portals and the manufacturer's site (docs/intake.md). */

/** Maximum number of leads in a request. */
export const intakeMax = 50
/** Texts about the prospect, named as in `ClueDetail`. */
export const factTexts = [
  'siteDesc',
  'buyCarIndex',
  'budget',
  'replaceProbability',
  'loanProbability',
  'configurePrefer',
  'onlinePrefer',
  'customerCity',
  'purpose',
  'openingRemarks',
  'specIntroduction',
  'activityRecommend',
  'pricingStrategy',
  'inviteToShop',
] as const

const fact = lines(1000)
const factFields = Object.fromEntries(factTexts.map((name) => [name, fact])) as Record<
  (typeof factTexts)[number],
  typeof fact
>
const Names = z
  .array(z.string().overwrite(cleanLine).max(100, '不能超过100个字'))
  .max(50, '最多50项')
  .default([])

const wrongLink = '链接格式不正确'

/** The name of a lead that was sent without one. */
export const unnamed = '未留姓名'

/** Maximum length of the prospect's inquiry. */
export const remarkMax = 500

/** A text with a phone number, which `readPhones` takes out of it. */
const PhoneText = z
  .string('请填写手机号')
  .overwrite(cleanText)
  .min(1, '请填写手机号')
  .refine((sent) => {
    const { mobile, secondPhone } = readPhones(sent)
    return sent === '' || mobile !== '' || secondPhone !== ''
  }, wrongMobile)
  .meta({ description: '手机号；其他号码存为备用号码，其余文字归入备注' })

/** Read by `readLeniently`: only the store and a number are required. */
export const IncomingLead = z.object({
  ...sentStore,
  /** The sender's id of the lead. A repeated id creates no second lead. Without one, a hash of the lead is used. */
  externalId: sentKey(requiredCode('没有可用的线索编号，已按内容编号', 100)).catch(''),
  name: requiredName('没有客户姓名').catch(unnamed),
  mobile: PhoneText,
  /** Id of a series, or the sender's name for it. */
  series: z.union([z.number().int().min(0), text(100)], '车系格式不正确').default(''),
  province: text(50),
  city: text(50),
  remark: lines(remarkMax),
  /** 1 first class, 2 second. */
  clueLevel: oneOf([1, 2], '线索等级为1或2').default(2),
  /** Time of the inquiry by the sender's clock; epoch seconds. */
  createdAt: sentTime(Seconds).default(0),
  ...factFields,
  /** A page about the prospect. */
  zhwxUrl: z
    .union(
      [
        z.literal(''),
        z
          .string()
          .overwrite(cleanLine)
          .pipe(z.url({ protocol: /^https?$/, error: wrongLink }).max(500, wrongLink)),
      ],
      wrongLink,
    )
    .default(''),
  /** Cents. */
  paymentMoney: z.number('金额格式不正确').int().min(0).max(1e12).default(0),
  historySpec: Names,
  attentionSeries: Names,
})
export type IncomingLead = z.output<typeof IncomingLead>
export type IncomingLeadInput = z.input<typeof IncomingLead>

/**
 * The leads of a request are parsed one by one, so that an invalid one does not block the others. A request without `leads` that names a
 * store is a single lead.
 */
export const IntakeRequest = z.preprocess(
  (sent) => (isLead(sent) ? { leads: [sent] } : sent),
  z.object({
    leads: z
      .array(z.unknown(), '请填写leads')
      .min(1, '请填写leads')
      .max(intakeMax, `一次最多${intakeMax}条线索`),
  }),
)
const isLead = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'dealerCode' in sent && !('leads' in sent)

/** Result for one lead, in the order of the request. */
export const IntakeReceipt = z.object({
  receipt: z.string(),
  externalId: z.string(),
  /** `repeated`: the lead was sent or replayed before; the receipt is the first one. */
  state: z.enum(['accepted', 'repeated', 'refused']),
  errors: FieldNotes.optional(),
  /** Fields that were left out of the lead or cut. Those of the first delivery, if it is repeated. */
  warnings: FieldNotes.optional(),
})
export type IntakeReceipt = z.infer<typeof IntakeReceipt>
export const IntakeAnswer = z.object({
  receipts: z.array(IntakeReceipt),
  /** The warnings of all receipts; their paths begin with `leads` and the lead's index. */
  warnings: FieldNotes.optional(),
})

/** Status of a delivery. */
export const ReceiptAnswer = z.object({
  receipt: z.string(),
  externalId: z.string(),
  /** `waiting`: not a lead yet. `done`. `refused`. `replayed`: continued under a new receipt. */
  state: z.enum(['waiting', 'done', 'refused', 'replayed']),
  receivedAt: z.number(),
  errors: FieldNotes,
  warnings: FieldNotes,
  replayedAs: z.string().optional(),
})

export const ReplayAnswer = z.object({
  receipts: z.array(IntakeReceipt.extend({ was: z.string() })),
})
