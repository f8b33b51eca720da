import { z } from 'zod'
import { cleanCode, cleanGroups, cleanLine } from '../kernel/clean.ts'
import { Mobile, OptionalMobile } from '../kernel/mobile.ts'
import { sentKey, sentTime } from '../kernel/lenient.ts'
import { FieldNotes, sentStore } from '../kernel/open.ts'
import { name, required, requiredCode, Seconds, text } from '../kernel/wire.ts'

/** Requests of phone, test-drive and WeCom systems (docs/records-intake.md). */

/** Earliest accepted time; no such system is older. */
const earliest = Date.UTC(2000, 0, 1) / 1000
/** 0 for the time of the delivery. */
const happened = (missing: string) =>
  sentTime(z.number(missing).int(missing).min(earliest, missing).max(4_102_444_800, missing)).catch(0)

/** Read by `readLeniently`: store and mobile are required, and the series of a drive. */
const sent = {
  ...sentStore,
  /** Sender's id of the delivery; a repeated one creates no second record. Without one, a hash of the delivery is used. */
  deliveryId: sentKey(requiredCode('没有可用的推送编号，已按内容编号', 100)).catch(''),
  /** Mobile of the customer. */
  mobile: Mobile('请填写客户手机号'),
  /** Mobile of the member who called, joined the drive or was added on WeCom; empty if unknown. */
  memberMobile: OptionalMobile,
}

/** Most lines of a transcript. */
const mostLines = 2000

export const IncomingCall = z.object({
  ...sent,
  startedAt: happened('没有可用的通话时间，以收到时间为准'),
  /** 0 if unknown. */
  seconds: z
    .number('没有可用的通话时长')
    .int('通话时长应为整秒')
    .min(0, '没有可用的通话时长')
    .max(86_400, '通话时长不能超过24小时')
    .catch(0),
  /** Key of a recording posted before (`/open/v1/calls/recordings`); empty without one. */
  recording: sentKey(z.string().overwrite(cleanCode).max(200, '录音编号过长')).default(''),
  transcript: z
    .array(
      z.object({
        type: z.enum(['customer', 'sales'], '说话人应为customer或sales'),
        text: required('请填写通话内容', 2000),
        /** Seconds from the start of the call. */
        at: z.number('请填写说话时间').min(0, '请填写说话时间').max(86_400, '请填写说话时间'),
      }),
    )
    .max(mostLines, `一次最多${mostLines}句`)
    .default([]),
})
export type IncomingCall = z.output<typeof IncomingCall>

export const IncomingDrive = z.object({
  ...sent,
  /** Manufacturer's code of the series. */
  seriesCode: requiredCode('请填写车系编码', 40),
  drivenAt: happened('没有可用的试驾时间，以收到时间为准'),
  /** Plate of the car. With `drivenAt` it identifies the store's own record of the drive, which this one joins. */
  plate: sentKey(z.string().overwrite(cleanGroups).max(20, '车牌号过长')).default(''),
  /** 0 if unknown. */
  minutes: z
    .number('没有可用的试驾时长')
    .int('试驾时长应为整分钟')
    .min(0, '没有可用的试驾时长')
    .max(1440, '试驾时长不能超过24小时')
    .default(0),
  /** 0 if unknown. */
  km: z
    .number('没有可用的试驾里程')
    .min(0, '没有可用的试驾里程')
    .max(9999, '试驾里程不能大于9999公里')
    .default(0),
  route: text(100),
  /** Drive report shown to the customer, one entry per line. */
  report: z
    .array(z.object({ label: required('请填写报告项', 50), value: text(200) }))
    .max(50, '一次最多50项')
    .default([]),
})
export type IncomingDrive = z.output<typeof IncomingDrive>

export const IncomingContact = z.object({
  ...sent,
  /** Name the contact uses on WeCom. */
  name: name(50),
  /** When the contact was added; 0 for now. */
  addedAt: sentTime(Seconds).default(0),
})
export type IncomingContact = z.output<typeof IncomingContact>

/** Requests a form to post one recording. */
export const AskRecording = z.object({
  ...sentStore,
  fileName: z
    .string('请填写文件名')
    .overwrite(cleanLine)
    .max(200, '文件名过长')
    .regex(/\.(?:mp3|wav)$/i, '录音应为mp3或wav文件'),
})
export const RecordingForm = z.object({
  /** URL to post to, and the form fields to send before the file. */
  host: z.string(),
  fields: z.record(z.string(), z.string()),
  /** Key to pass as `recording` of the call. */
  recording: z.string(),
  maxBytes: z.number(),
  warnings: FieldNotes.optional(),
})

/** `done`; `repeated`: this delivery was answered before; `refused`: kept until a person handles it. */
export const RecordAnswer = z.object({
  receipt: z.string(),
  state: z.enum(['done', 'repeated', 'refused']),
  /** Fields that were left out of the record or cut. */
  warnings: FieldNotes.optional(),
})
export type RecordAnswer = z.infer<typeof RecordAnswer>

export const RefusedRecords = z.object({
  data: z.array(
    z.object({
      receipt: z.string(),
      dealerCode: z.string(),
      deliveryId: z.string(),
      kind: z.enum(['call', 'testDrive', 'contact']),
      /** Reason of the rejection. */
      detail: z.string(),
      receivedAt: z.number(),
    }),
  ),
})
export const ReplayedRecords = z.object({
  receipts: z.array(RecordAnswer.extend({ detail: z.string() })),
})
