import { timelineType } from '@showroom/contract/customer/customer.rules'
import type { FieldError } from '@showroom/contract/kernel/errors'
import type { TimelineFacts } from '@showroom/contract/customer/timeline.schema'
import { IncomingCall, IncomingContact, IncomingDrive } from '@showroom/contract/record/record.schema'
import { findDriveAt } from '../appointment/index.ts'
import {
  bumpVersions,
  claimContact,
  insertCall,
  insertDrive,
  insertTimelines,
  keepContact,
  lockCustomerRows,
  lockOnFile,
} from '../customer/index.ts'
import type { CustomerRow } from '../customer/index.ts'
import type { Database, Executor } from '../platform/db/client.ts'
import type { Actor } from '../platform/live/events.ts'
import type { FileStore } from '../platform/files/files.ts'
import { checkUpload, keepUpload, refusalText, scanTexts } from '../platform/files/uploads.ts'
import type { CheckedUpload } from '../platform/files/uploads.ts'
import type { Decision, Delivery } from '../platform/open/inbox.service.ts'
import type { Scope } from '../platform/session/session.ts'
import * as repository from './record.repository.ts'
import { recordKind, recordState } from './record.repository.ts'
import type { RecordColumns, RecordKind } from './record.repository.ts'

/** Adds records of other systems to the customer's file: a call, a test drive, a WeCom contact. */

export interface RecordDeps {
  readonly db: Database
  readonly files: FileStore
}

export type Incoming = Delivery<SentRecord, RecordColumns>
export type SentRecord = IncomingCall | IncomingDrive | IncomingContact

/** Uploader id of senders, who are no members of the store. */
const uploaderOf = (dealerId: number) => ({ dealerId, memberId: 0 })

interface By {
  readonly db: Executor
  readonly scope: Scope
  /** The recording of a call, as checked before the transaction. */
  readonly recording: CheckedUpload | undefined
  readonly now: Date
}

/** The customer, and a field that was left out after all; or why nothing was done. */
type Taken =
  | { readonly customerId: number | null; readonly warning?: FieldError }
  | { readonly refused: string }

const noFile: Taken = { refused: '没有使用该手机号的客户档案' }

/** Caps a time at now, as clocks differ; 0 is now. */
const notLater = (seconds: number, now: Date): Date =>
  seconds === 0 ? now : new Date(Math.min(seconds * 1000, now.getTime()))

async function takeCall(by: By, call: IncomingCall): Promise<Taken> {
  const { db, scope, now } = by
  const customer = (await lockOnFile(db, scope, [call.mobile])).get(call.mobile)
  if (!customer) return noFile
  const isRecorded = call.recording !== ''
  const upload = { db, session: uploaderOf(scope.dealerId), now }
  const recording = isRecorded ? await keepUpload(upload, by.recording) : 'missing'
  // The only state that passes by itself: a retry takes the recording.
  if (recording === 'unscanned') return { refused: scanTexts.unscanned }
  const member = await repository.findMember(db, scope, call.memberMobile)
  const callId = await insertCall(db, scope, customer.customerId, {
    memberId: member.id,
    startedAt: notLater(call.startedAt, now),
    seconds: call.seconds,
    audioKey: recording === 'taken' ? call.recording : '',
    transcript: call.transcript,
  })
  await writeTimeline(by, customer, {
    type: timelineType.call,
    memberName: member.name || '呼叫系统',
    subject: '通话录音',
    content: call.seconds > 0 ? `通话${durationText(call.seconds)}` : '通话',
    facts: { kind: 'recorded', seconds: call.seconds },
    callId,
  })
  const { customerId } = customer
  if (!isRecorded || recording === 'taken') return { customerId }
  const text = refusalText(call.recording, recording, '录音不存在或已过期')
  return { customerId, warning: { path: 'recording', text } }
}

const durationText = (seconds: number): string =>
  seconds < 60 ? `${seconds}秒` : `${Math.floor(seconds / 60)}分${seconds % 60}秒`

/**
 * Adds a test drive. With a plate it joins the store's own record of the drive, as that drive's report; the number may then be on no file.
 * A number on another customer's file keeps the record with that customer.
 */
async function takeDrive(by: By, drive: IncomingDrive): Promise<Taken> {
  const { db, scope, now } = by
  const onFile = (await lockOnFile(db, scope, [drive.mobile])).get(drive.mobile)
  const drivenAt = notLater(drive.drivenAt, now)
  const { plate, minutes } = drive
  const span = { plate, from: drivenAt, minutes, now, customerId: onFile?.customerId ?? 0 }
  const own = plate === '' ? undefined : await findDriveAt(db, scope, span)
  const customer = onFile ?? (own && (await lockCustomerRows(db, scope, [own.customerId], 'store'))[0])
  if (!customer) return noFile
  const series = await repository.findSeries(db, drive.seriesCode)
  if (!series) return { refused: '车系编码不存在' }
  const member = await repository.findMember(db, scope, drive.memberMobile)
  const sent = { seriesId: series.id, drivenAt, report: [...measured(drive), ...drive.report] }
  const joined = own && (await insertDrive(db, scope, customer, { ...sent, activityId: own.activityId }))
  // Another record has joined that drive in the meantime.
  if (!onFile && joined === undefined) return noFile
  const shareId = joined ?? (await insertDrive(db, scope, customer, { ...sent, activityId: 0 }))
  const facts = measured(drive).map(({ label, value }) => `${label}${value}`)
  await writeTimeline(by, customer, {
    // The drive is already in the timeline; the record adds its report.
    type: joined === undefined ? timelineType.testDrive : timelineType.annotated,
    memberName: member.name || '试驾系统',
    subject: '智能试驾',
    content: [
      joined === undefined ? `试驾车系：${series.name}` : `并入试驾：${own?.plate}，${series.name}`,
      ...facts,
    ].join('，'),
    facts: { kind: 'recorded', testSeries: series.name },
    ...(shareId !== undefined && { shareId }),
  })
  return { customerId: customer.customerId }
}

/** Lines of the report with the measurements of the car. */
const measured = ({ minutes, km, route }: IncomingDrive) => [
  ...(minutes > 0 ? [{ label: '试驾时长', value: `${minutes}分钟` }] : []),
  ...(km > 0 ? [{ label: '试驾里程', value: `${km}公里` }] : []),
  ...(route === '' ? [] : [{ label: '试驾路线', value: route }]),
]

async function takeContact(by: By, contact: IncomingContact): Promise<Taken> {
  const { db, scope, now } = by
  const customer = (await lockOnFile(db, scope, [contact.mobile])).get(contact.mobile)
  const member = await repository.findMember(db, scope, contact.memberMobile)
  await keepContact(db, scope, {
    mobile: contact.mobile,
    name: contact.name,
    memberId: member.id,
    addedAt: notLater(contact.addedAt, now),
  })
  // If no customer has the number yet, the contact waits until one is created.
  if (!customer) return { customerId: null }
  if (await claimContact(db, scope, contact.mobile, customer.customerId))
    await writeTimeline(by, customer, {
      type: timelineType.edited,
      memberName: member.name || '企业微信',
      subject: '添加企业微信',
      content: contact.name ? `企业微信联系人：${contact.name}` : '客户已是企业微信联系人',
      facts: { kind: 'recorded', contact: contact.name },
    })
  return { customerId: customer.customerId }
}

interface RecordOutcome {
  readonly type: number
  readonly memberName: string
  readonly subject: string
  readonly content: string
  readonly facts: TimelineFacts
  readonly callId?: number
  readonly shareId?: number
}

async function writeTimeline(
  { db, scope, now }: By,
  customer: CustomerRow,
  outcome: RecordOutcome,
): Promise<void> {
  const { customerId, dealId, level } = customer
  await insertTimelines(db, scope, [{ ...outcome, customerId, dealId, level, at: now }])
  await bumpVersions(db, scope, [customerId])
}

/** Parses and applies a body of each kind, new or kept for a retry. */
const takers: Readonly<Record<RecordKind, (by: By, body: unknown) => Promise<Taken>>> = {
  [recordKind.call]: (by, body) => takeCall(by, IncomingCall.parse(body)),
  [recordKind.testDrive]: (by, body) => takeDrive(by, IncomingDrive.parse(body)),
  [recordKind.contact]: (by, body) => takeContact(by, IncomingContact.parse(body)),
}

/** Adds the record of a delivery. */
export async function applyRecord(
  actor: Actor,
  incoming: Incoming,
  recording: CheckedUpload | undefined,
): Promise<Decision<RecordColumns>> {
  const { db, scope, now } = actor
  const { own, body, sent } = incoming
  const taken = await takers[own.kind]({ db, scope, recording, now }, body)
  const refused = 'refused' in taken ? taken.refused : undefined
  const { warnings, left } = addWarning(incoming, 'warning' in taken ? taken.warning : undefined)
  return {
    own,
    state: refused === undefined ? recordState.done : recordState.refused,
    detail: refused ?? '',
    // The record itself has the rest.
    content: refused === undefined ? left : sent,
    warnings,
  }
}

const addWarning = ({ warnings, left, body }: Incoming, warning: FieldError | undefined) =>
  warning
    ? {
        warnings: [...warnings, warning],
        left: { ...left, [warning.path]: (body as Readonly<Record<string, unknown>>)[warning.path] },
      }
    : { warnings, left }

/** Checks the recording of a call with the file store and the scanner, before the transaction. */
export async function findRecording(
  { db, files }: RecordDeps,
  dealerId: number,
  { own, body }: Incoming,
): Promise<CheckedUpload | undefined> {
  if (own.kind !== recordKind.call) return undefined
  const { recording } = IncomingCall.parse(body)
  return recording === ''
    ? undefined
    : checkUpload({ db, session: uploaderOf(dealerId) }, files, 'audio', recording)
}
