import { z } from 'zod'
import { fileMegabytes, quotaMegabytes } from '../file/file.schema.ts'
import { cleanNumbers, cleanText } from '../kernel/clean.ts'
import { minuteOfDay } from '../kernel/day.ts'
import { holdsNumber } from '../kernel/text.ts'
import { dealerId, halfFilled, Id, oneOf, page, required } from '../kernel/wire.ts'
import { addressMax, leadMinutes, topicMax } from './setting.rules.ts'

/** A store's settings, each with the request that changes it. */

const wholeNumber = '请输入整数'
const between = ({ least, most }: { readonly least: number; readonly most: number }, unit: string) => {
  const text = `请输入${least}至${most}${unit}`
  return z.number(text).int(wholeNumber).min(least, text).max(most, text)
}

export const SignSetting = z.object({
  /** `HH:MM` in Asia/Shanghai. */
  inTime: z.string(),
  offTime: z.string(),
  /** Members exempt from signing in. */
  whites: z.array(z.number()),
  /** Reminds members who have not signed in by `inTime`. */
  isAlert: z.boolean(),
  /** Days off, 1 Monday to 7 Sunday. */
  restDays: z.array(z.number()),
})
export type SignSetting = z.infer<typeof SignSetting>

export const LeadLimits = z.object({
  /** Working minutes within which a lead must be cleaned, and its customer called. */
  clearMinutes: between(leadMinutes, '分钟'),
  followMinutes: between(leadMinutes, '分钟'),
})
export type LeadLimits = z.infer<typeof LeadLimits>

export const FileLimits = z.object({
  /** Megabytes of one shared file, and of all of them. */
  maxMb: between(fileMegabytes, 'MB'),
  quotaMb: between(quotaMegabytes, 'MB'),
})
export type FileLimits = z.infer<typeof FileLimits>

export const DailySetting = z.object({
  isOn: z.boolean('请选择是否使用日报'),
  /** When the day's reports are due and the store's is sent: `HH:MM` in Asia/Shanghai. */
  time: z.string('请选择时间').regex(/^([01]\d|2[0-3]):[0-5]\d$/, '请选择时间'),
})
export type DailySetting = z.infer<typeof DailySetting>

export const DealerProfile = z.object({
  /** The announcement, its author and its time (epoch seconds); empty for none. */
  topic: z.string(),
  topicName: z.string(),
  topicAt: z.number(),
  memberCount: z.number(),
  fileCount: z.number(),
  address: z.string(),
  phone: z.string(),
  policy: z.object({
    /** 1 to 3: see `onlinePolicies`. */
    online: z.number(),
    forbitSalesLoginPc: z.boolean(),
    /** Stored for other clients; without effect here. */
    fail: z.number(),
    delay: z.number(),
    delivery: z.number(),
  }),
  signSetting: SignSetting,
  leadLimits: LeadLimits,
  fileLimits: FileLimits,
  cityPoolEnable: z.boolean(),
  daily: DailySetting,
  /** All members read the team's numbers and targets (业绩排名). */
  ranksMembers: z.boolean(),
  /** 0 for a store without a group. */
  groupId: z.number(),
})
export type DealerProfile = z.infer<typeof DealerProfile>

/** Empty content takes the announcement down. */
export const UpdateTopic = z.object({
  dealerId,
  content: z.string('请输入公告内容').overwrite(cleanText).max(topicMax, `不能超过${topicMax}个字`),
})

export const TopicList = z.object({ dealerId, ...page })
export const Topic = z.object({
  id: z.number(),
  /** Empty if the announcement was taken down. */
  content: z.string(),
  userName: z.string(),
  createdAt: z.number(),
})
export type Topic = z.infer<typeof Topic>

export const UpdateAddress = z.object({
  dealerId,
  address: required('请输入门店地址', addressMax),
  /** Fixed line, mobile or service number. Unchanged if missing. */
  phone: z
    .string('请输入门店电话')
    .overwrite(cleanNumbers)
    .max(20, '请输入正确的电话')
    .refine((phone) => /^(?:[\d+][\d* -]{3,18}\d)?$/.test(phone), '请输入正确的电话')
    .optional(),
})
export type UpdateAddress = z.output<typeof UpdateAddress>

/** A whole number, or yes or no (1 or 0); if missing, unchanged. */
const PolicyNumber = z
  .union([z.boolean(), z.number().int().min(0).max(32_767)], '格式不正确')
  .transform(Number)
export const UpdatePolicy = z.object({
  dealerId,
  online: oneOf([1, 2, 3], '请选择线上线索策略'),
  fail: PolicyNumber.optional(),
  delay: PolicyNumber.optional(),
  delivery: PolicyNumber.optional(),
})
export type UpdatePolicy = z.output<typeof UpdatePolicy>

/** Numbers of leads that wait now. */
export const WaitingLeads = z.object({
  waiting: z.number(),
  unreachable: z.number(),
  unassigned: z.number(),
})

const YesNo = z.union([z.boolean(), z.literal([0, 1])], '请选择').transform(Boolean)
export const SwitchSalesLogin = z.object({ dealerId, forbit: YesNo })
export const SwitchRanking = z.object({ dealerId, enable: YesNo })
export const SwitchCityPool = z.object({ dealerId, enable: YesNo })

const Time = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式不正确')

export const UpdateSignSetting = z
  .object({
    dealerId,
    inTime: Time('请选择上班时间'),
    offTime: Time('请选择下班时间'),
    whites: z.array(Id).max(500, '最多选择500项').default([]),
    isAlert: z.boolean().default(false),
    restDays: z.array(z.number().int().min(1).max(7)).max(6, '每周至少有一个工作日').default([]),
  })
  .refine(
    ({ inTime, offTime }) =>
      typeof inTime !== 'string' || typeof offTime !== 'string' || minuteOfDay(inTime) < minuteOfDay(offTime),
    { path: ['offTime'], message: '下班时间必须晚于上班时间', ...halfFilled },
  )

export const UpdateLeadLimits = LeadLimits.extend({ dealerId })
export const UpdateDaily = DailySetting.extend({ dealerId })
export const UpdateFileLimits = FileLimits.extend({ dealerId })

/** 0 for a store without a group. */
export const GroupStatus = z.object({ groupId: z.number() })

const sourceName = required('请输入来源名称', 20).refine(
  (name) => !holdsNumber(name),
  '来源名称中不能包含电话号码',
)
export const AddSource = z.object({ dealerId, name: sourceName })
export const UpdateSource = z.object({ dealerId, sourceId: Id, name: sourceName })
/** Files with this source keep it. */
export const DeleteSource = z.object({ dealerId, sourceId: Id })
