import { role } from '@showroom/contract/access/access.rules'
import { agreementKind, drivenMinutes } from '@showroom/contract/appointment/drive.schema'
import type { Drive, HandOver, TakeBack } from '@showroom/contract/appointment/drive.schema'
import { activityType, stoppedOf, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { findOpenActivity, happened, lockCustomer, recordTimeline } from '../customer/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { FileStore } from '../platform/files/files.ts'
import { checkUpload, keepUpload, scanTexts } from '../platform/files/uploads.ts'
import type { CheckedUpload } from '../platform/files/uploads.ts'
import type { Context, Preparing } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import type { Session } from '../platform/session/session.ts'
import { keepPaper } from './agreement.service.ts'
import { lockCar } from './car.repository.ts'
import { endDrive, findDrive, insertDrive, isHandedOver, listDrives } from './drive.repository.ts'

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
    isToday: dayStart(day) === dayStart(secondsOf(now)),
  })
  return { data: flags.onlyReads ? data.map((one): Drive => ({ ...one, mayHand: false })) : data }
}

type Picture = 'licence' | 'signature'
type Checked = Readonly<Partial<Record<Picture, CheckedUpload>>>

/** Checks licence and signature with the file store, before the transaction. */
export async function checkPictures(
  context: Preparing,
  files: FileStore,
  { licence, signature }: HandOver,
): Promise<Checked> {
  const check = async (name: Picture, key: string): Promise<Checked> =>
    key === '' ? {} : { [name]: await checkUpload(context, files, 'image', key) }
  const [one, other] = await Promise.all([check('licence', licence), check('signature', signature)])
  return { ...one, ...other }
}

const signedText = ({ agreement, version }: HandOver): string =>
  `${agreement === agreementKind.paper ? '纸质已签' : '平板已签'}（协议第${version}版）`

/** Hands over the keys. The customer has come: the visit is that of the desk. */
export async function handOver(context: Context, request: HandOver, checked: Checked) {
  const { db, session, now } = context
  const { scope } = session
  const { activityId, carId, outKm, agreement, version } = request
  const customer = await lockCustomer(context, request.customerId, {
    action: 'follow',
    ...(handsAll(session) && { reach: 'store' }),
  })
  const open = await findOpenActivity(db, scope, customer.dealId)
  if (open?.id !== activityId || open.type !== activityType.testDrive) throw new Refusal('STALE')
  const car = await lockCar(db, scope, carId)
  if (!car || car.isOff) throw refuseField('INVALID', 'carId', '该试驾车已停用，请重新选择')
  if (await isHandedOver(db, scope, activityId))
    throw new Refusal('STALE', { text: '该试驾的钥匙已交出，请刷新后重试' })
  if (!(await insertDrive(db, scope, { activityId, carId, agreement, outKm, now })))
    throw refuseField('CAR_OUT', 'carId', '该试驾车的钥匙已交出，请先还车')
  const imageKeys = await keepPaper(
    context,
    { customerId: customer.customerId, activityId, version },
    await keepPictures(context, checked),
  )
  await recordTimeline(context, customer, {
    type: timelineType.annotated,
    subject: '交钥匙',
    content: `试驾车${car.plate}，${car.seriesName}，出发里程${outKm}公里，试驾协议${signedText(request)}`,
    imageKeys,
  })
  const { customerId, name, ownerId, isOwnerAtWork, state } = customer
  await happened(context, 'cameIn', {
    customerId,
    name,
    ownerId,
    isOwnerAtWork,
    stopped: stoppedOf(state),
    how: 'confirmed',
  })
  return {}
}

/** Takes the pictures into the record. Returns their keys. */
async function keepPictures(context: Context, checked: Checked): Promise<Partial<Record<Picture, string>>> {
  const keys: Partial<Record<Picture, string>> = {}
  for (const name of ['licence', 'signature'] as const) {
    const picture = checked[name]
    if (!picture) continue
    const taken = await keepUpload(context, picture)
    if (taken !== 'taken')
      throw refuseField(
        'UPLOAD_REFUSED',
        name,
        taken === 'missing' ? '图片不存在，请重新上传' : scanTexts[taken],
      )
    keys[name] = picture.key
  }
  return keys
}

/** Takes the car back: duration and distance enter the customer's timeline. */
export async function takeBack(context: Context, { driveId, backKm }: TakeBack) {
  const { db, session, now } = context
  const { scope } = session
  const drive = await findDrive(db, scope, driveId)
  if (!drive) throw new Refusal('NOT_FOUND')
  const customer = await lockCustomer(
    context,
    drive.customerId,
    handsAll(session) ? { reach: 'store' } : undefined,
  )
  if (backKm < drive.outKm)
    throw refuseField('INVALID', 'backKm', `还车里程不能小于出发里程${drive.outKm}公里`)
  if (!(await endDrive(db, scope, driveId, { backKm, now })))
    throw new Refusal('STALE', { text: '该试驾车已还，请刷新后重试' })
  const minutes = drivenMinutes({ outAt: drive.outAt, backAt: secondsOf(now) })
  await recordTimeline(context, customer, {
    type: timelineType.annotated,
    subject: '还车',
    content: `试驾车${drive.plate}，试驾${minutes}分钟，行驶${backKm - drive.outKm}公里`,
  })
  return {}
}
