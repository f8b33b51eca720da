import { role } from '@showroom/contract/access/access.rules'
import { agreementKind, drivenMinutes } from '@showroom/contract/appointment/drive.schema'
import type {
  CorrectDrive,
  Drive,
  FindDriver,
  HandOver,
  TakeBack,
  WalkUp,
} from '@showroom/contract/appointment/drive.schema'
import type { TestCar } from '@showroom/contract/appointment/appointment.schema'
import { spanFrom } from '@showroom/contract/customer/appointment.rules'
import { activityType, stoppedOf, timelineType } from '@showroom/contract/customer/customer.rules'
import { factsOf } from '@showroom/contract/customer/timeline.schema'
import { isFindable } from '@showroom/contract/find/find.schema'
import { addDays, clockText, dayStart } from '@showroom/contract/kernel/day'
import {
  confirmArrival,
  findOpenActivity,
  happened,
  lockCustomer,
  plannedText,
  recordTimeline,
} from '../../customer/index.ts'
import type { LockedCustomer } from '../../customer/index.ts'
import { audit } from '../../platform/auditing/audit.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { checkUpload, keepUpload, refusalText } from '../../platform/files/uploads.ts'
import type { CheckedUpload } from '../../platform/files/uploads.ts'
import type { Context, Preparing } from '../../platform/http/handler.ts'
import { RawJson } from '../../platform/http/answer.ts'
import { lookUpKey } from '../../platform/limits/number-search.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import type { Session } from '../../platform/session/session.ts'
import { offerUndo } from '../../platform/undo/undo.ts'
import { keepPaper } from '../paper/agreement.service.ts'
import { book } from '../plan/booking.service.ts'
import { findCar, lockCar } from '../car/car.repository.ts'
import {
  endDrive,
  findDrive,
  findDrivers,
  insertDrive,
  isHandedOver,
  listDrives,
  setMileage,
} from './drive.repository.ts'
import type { DriveOut } from './drive.repository.ts'
import { appointmentOf, notifyOwner, planOf, replace } from '../plan/move.service.ts'
import type { Plan } from '../plan/move.service.ts'

/** The course of a test drive: keys handed over, car back. */

/** Whether the member hands over the keys of all customers of the store: the front desk and 试驾专员. */
export const handsAll = ({ flags, role: of }: Session): boolean =>
  !flags.onlyReads && (flags.allowFront || of === role.testDrive)

export async function readDrives({ db, session, now }: Context, { day }: { readonly day: number }) {
  const { scope, flags } = session
  const data = await listDrives(db, scope, {
    from: new Date(dayStart(day) * 1000),
    until: new Date(addDays(day, 1) * 1000),
    hands: handsAll(session),
    masksAll: session.role === role.testDrive,
    isToday: dayStart(day) === dayStart(secondsOf(now)),
    now,
  })
  return { data: flags.onlyReads ? data.map((one): Drive => ({ ...one, mayHand: false })) : data }
}

const noDrivers = '[]'

/** Finds customers for a drive: the member's own and team's, and those of the store for members who hand over all keys. */
export async function findDriver(context: Context, { key, customerId }: Omit<FindDriver, 'dealerId'>) {
  const { db, session, now } = context
  const ofStore = handsAll(session)
  if (key === '' && customerId)
    return { data: new RawJson(await findDrivers(db, session.scope, { customerId, ofStore, now })) }
  if (!isFindable(key)) return { data: new RawJson(noDrivers) }
  const data = await lookUpKey(
    context,
    key,
    () => findDrivers(db, session.scope, { key, ofStore, now }),
    (found) => found === noDrivers,
  )
  return { data: new RawJson(data) }
}

type Picture = 'licence' | 'signature'
type Checked = Readonly<Partial<Record<Picture, CheckedUpload>>>

/** Checks licence and signature with the file store, before the transaction. */
export async function checkPictures(
  context: Preparing,
  files: FileStore,
  { licence, signature }: Pick<HandOver, Picture>,
): Promise<Checked> {
  const check = async (name: Picture, key: string): Promise<Checked> =>
    key === '' ? {} : { [name]: await checkUpload(context, files, 'image', key) }
  const [one, other] = await Promise.all([check('licence', licence), check('signature', signature)])
  return { ...one, ...other }
}

const signedText = ({ agreement, version }: Keys['request']): string =>
  `${agreement === agreementKind.paper ? '纸质已签' : '平板已签'}（协议第${version}版）`

/** Customers whose drives the member may handle. */
export const reachOf = ({ session }: Context) => (handsAll(session) ? ({ reach: 'store' } as const) : {})

/** Hands over the keys of a planned drive. */
export async function handOver(context: Context, request: HandOver, checked: Checked) {
  const { db, session } = context
  const { scope } = session
  const { activityId, carId } = request
  const customer = await lockCustomer(context, request.customerId, { action: 'follow', ...reachOf(context) })
  const open = await findOpenActivity(db, scope, customer.dealId)
  if (open?.id !== activityId || open.type !== activityType.testDrive) throw new Refusal('STALE')
  const car = await lockCar(db, scope, carId)
  if (!car || car.isOff) throw refuseField('INVALID', 'carId', '该试驾车已停用，请重新选择')
  if (await isHandedOver(db, scope, activityId))
    throw new Refusal('STALE', { text: '该试驾的钥匙已交出，请刷新后重试' })
  return giveKeys(context, customer, {
    request,
    activityId,
    car,
    planned: plannedText(context, open),
    checked,
  })
}

/**
 * Starts a test drive without an appointment: records the arrival, plans the drive for now in place of the open plan, books the car from this
 * quarter on and hands over its keys. The plan has no hour, so that reports do not count it as an invitation.
 */
export async function walkUp(context: Context, request: WalkUp, checked: Checked) {
  const { db, session, now } = context
  const { scope } = session
  const { carId, minutes } = request
  const customer = await lockCustomer(context, request.customerId, { action: 'follow', ...reachOf(context) })
  const before = await findOpenActivity(db, scope, customer.dealId)
  if (before && (await isHandedOver(db, scope, before.id)))
    throw refuseField('INVALID', 'customerId', '该客户的试驾车钥匙已交出')
  const today = dayStart(secondsOf(now))
  if (before?.type === activityType.testDrive && dayStart(secondsOf(before.dueAt)) === today)
    throw refuseField('INVALID', 'customerId', '该客户今天已安排试驾，请在试驾用车中交钥匙')
  const { planned } = await confirmArrival(context, customer)
  const open = await findOpenActivity(db, scope, customer.dealId)
  const car = await findCar(db, scope, carId)
  const plan = { startsAt: secondsOf(now), minutes: 0, carId }
  const kind = { type: activityType.testDrive, testSeriesId: car?.seriesId ?? 0 }
  const booking = await replace({ db, scope, now }, customer, kind, plan)
  await book({ db, scope, now }, { ...booking, ...spanFrom(secondsOf(now), minutes) }, 'carId')
  if (!car) throw new Error(`car ${carId} is booked, but missing`)
  await notifyOwner(context, customer, `安排客户${customer.name}现场试驾${car.seriesName}`)
  const was = open && {
    ...planOf(open),
    type: open.type,
    seriesId: open.testSeriesId,
    appointmentId: appointmentOf(open),
  }
  return giveKeys(context, customer, {
    request,
    activityId: booking.activityId,
    car,
    minutes,
    planned,
    was,
    checked,
  })
}

/** A car taken back, with the file as that left it. */
export interface UndoBack {
  readonly customerId: number
  readonly driveId: number
  readonly rowVersion: number
}

/** Keys handed over, with the file as that left it. */
export interface UndoKeys extends UndoBack {
  /** The drive began without an appointment and replaced the plan `was`, if there was one. */
  readonly isWalkUp: boolean
  readonly was?:
    | (Plan & { readonly type: number; readonly seriesId: number | null; readonly appointmentId?: number })
    | undefined
}

interface Keys {
  readonly request: Pick<HandOver, 'outKm' | 'agreement' | 'version'>
  readonly activityId: number
  readonly car: TestCar
  readonly checked: Checked
  /** The plan before the arrival, in words. */
  readonly planned: string
  /** Agreed length, and the plan that the drive replaced, of a drive without an appointment. */
  readonly minutes?: number
  readonly was?: UndoKeys['was']
}

/** Text of a timeline row about a drive, which links to its sheet. */
const noteOn = (testDriveId: number, content: string) => ({
  content,
  facts: factsOf({ kind: 'annotated', said: content, testDriveId }),
})

/** Hands over the keys of a locked car. The customer has come: the visit is that of the desk. */
async function giveKeys(context: Context, customer: LockedCustomer, keys: Keys) {
  const { db, session, now } = context
  const { request, activityId, car, checked, minutes } = keys
  const { outKm, agreement, version } = request
  const drive = { activityId, carId: car.carId, agreement, outKm, now, ...(minutes && { minutes }) }
  const driveId = await insertDrive(db, session.scope, drive)
  if (driveId === undefined) throw refuseField('CAR_OUT', 'carId', '该试驾车的钥匙已交出，请先还车')
  await keepPaper(
    context,
    { customerId: customer.customerId, activityId, version },
    await keepPictures(context, checked),
  )
  const { rowVersion } = await recordTimeline(context, customer, {
    type: timelineType.annotated,
    subject: '交钥匙',
    ...noteOn(
      activityId,
      `${minutes ? `现场试驾${minutes}分钟，` : ''}试驾车${car.plate}，${car.seriesName}，出发里程${outKm}公里，试驾协议${signedText(request)}`,
    ),
  })
  const { customerId, name, ownerId, isOwnerAtWork, state } = customer
  await audit(context, 'drive-out', `customer:${customerId}`, { plate: car.plate, outKm })
  const undone = { customerId, driveId, rowVersion, isWalkUp: minutes !== undefined, was: keys.was }
  const undoId = await offerUndo(context, 'keysHandedOver', undone)
  await happened(context, 'cameIn', {
    customerId,
    name,
    ownerId,
    isOwnerAtWork,
    stopped: stoppedOf(state),
    planned: keys.planned,
    how: 'confirmed',
  })
  return { undoId }
}

/** Takes the pictures into the record. Returns their keys. */
async function keepPictures(context: Context, checked: Checked): Promise<Partial<Record<Picture, string>>> {
  const keys: Partial<Record<Picture, string>> = {}
  for (const name of ['licence', 'signature'] as const) {
    const picture = checked[name]
    if (!picture) continue
    const taken = await keepUpload(context, picture)
    if (taken !== 'taken')
      throw refuseField('UPLOAD_REFUSED', name, refusalText(picture.key, taken, '图片不存在，请重新上传'))
    keys[name] = picture.key
  }
  return keys
}

/** Locks the customer of a drive, and reads the drive as it is under the lock. */
export async function lockDrive(
  context: Context,
  driveId: number,
): Promise<{ customer: LockedCustomer; drive: DriveOut }> {
  const { db, session } = context
  const openDrive = await findDrive(db, session.scope, driveId)
  if (!openDrive) throw new Refusal('NOT_FOUND')
  const customer = await lockCustomer(context, openDrive.customerId, { ...reachOf(context), ofErased: true })
  const drive = await findDrive(db, session.scope, driveId)
  if (!drive) throw new Refusal('NOT_FOUND')
  return { customer, drive }
}

const refuseLess = (backKm: number, outKm: number): void => {
  if (backKm < outKm) throw refuseField('INVALID', 'backKm', `还车里程不能小于出发里程${outKm}公里`)
}

/** Takes the car back: duration and distance enter the customer's timeline. */
export async function takeBack(context: Context, { driveId, backKm }: TakeBack) {
  const { db, session, now } = context
  const { scope } = session
  const { customer, drive } = await lockDrive(context, driveId)
  refuseLess(backKm, drive.outKm)
  if (!(await endDrive(db, scope, driveId, { backKm, now })))
    throw new Refusal('STALE', { text: '该试驾车已还，请刷新后重试' })
  const minutes = drivenMinutes({ outAt: drive.outAt, backAt: secondsOf(now) })
  const { rowVersion } = await recordTimeline(context, customer, {
    type: timelineType.annotated,
    subject: '还车',
    ...noteOn(drive.activityId, `试驾车${drive.plate}，试驾${minutes}分钟，行驶${backKm - drive.outKm}公里`),
  })
  const { customerId } = customer
  await audit(context, 'drive-back', `customer:${customerId}`, { plate: drive.plate, backKm })
  return { undoId: await offerUndo(context, 'carTakenBack', { customerId, driveId, rowVersion }) }
}

/** Corrects mistyped mileage, of a drive under way or done. */
export async function correctDrive(context: Context, { driveId, outKm, backKm }: CorrectDrive) {
  const { db, session } = context
  const { customer, drive } = await lockDrive(context, driveId)
  const isBack = drive.backKm !== null
  if (isBack) refuseLess(backKm, outKm)
  if (outKm === drive.outKm && (!isBack || backKm === drive.backKm)) return {}
  await setMileage(db, session.scope, driveId, { outKm, backKm: isBack ? backKm : null })
  const kmText = (out: number, back: number | null): string =>
    back === null ? `${out}公里` : `${out}–${back}公里`
  await recordTimeline(context, customer, {
    type: timelineType.annotated,
    subject: '更正试驾里程',
    ...noteOn(
      drive.activityId,
      `试驾车${drive.plate}，${clockText(drive.outAt)}出发，里程由${kmText(drive.outKm, drive.backKm)}更正为${kmText(outKm, isBack ? backKm : null)}`,
    ),
  })
  await audit(context, 'drive-correct', `customer:${customer.customerId}`, {
    plate: drive.plate,
    outKm: { from: drive.outKm, to: outKm },
    ...(isBack && { backKm: { from: drive.backKm, to: backKm } }),
  })
  return {}
}
