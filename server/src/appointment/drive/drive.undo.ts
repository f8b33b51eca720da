import { handOver, takeBack } from '@showroom/contract/appointment/appointment.api'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import { cancelOpenActivity, changeDeal, findOpenActivity, recordTimeline } from '../../customer/index.ts'
import type { LockedCustomer } from '../../customer/index.ts'
import { audit } from '../../platform/auditing/audit.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { unchanged, undone } from '../../platform/undo/undo.ts'
import type { Inverse } from '../../platform/undo/undo.ts'
import { bookAgain } from '../plan/booking.service.ts'
import { lockCar } from '../car/car.repository.ts'
import { isOut, removeDrive, reopenDrive } from './drive.repository.ts'
import { lockDrive } from './drive.service.ts'
import type { UndoBack, UndoKeys } from './drive.service.ts'
import { planOf, replace } from '../plan/move.service.ts'

/**
 * Takes back the steps of a test drive, unless the customer's file has changed since. The arrival stays: the customer is in the showroom
 * (docs/decisions/0101-undo-of-test-drives.md).
 */

export const undoKeys: Inverse<UndoKeys> = {
  of: handOver,
  async run(context, { driveId, rowVersion, isWalkUp, was }) {
    const { db, session } = context
    const { customer, drive } = await lockDrive(context, driveId)
    if (customer.rowVersion !== rowVersion) return unchanged
    await removeDrive(db, session.scope, driveId)
    if (isWalkUp) await restorePlan(context, customer, was)
    else await bookPlan(context, customer)
    await recordTimeline(context, customer, {
      type: timelineType.undone,
      subject: '撤销交钥匙',
      content: `试驾车${drive.plate}的钥匙没有交出`,
    })
    await audit(context, 'drive-out-undo', `customer:${customer.customerId}`, { plate: drive.plate })
    return undone
  },
}

const refuseTaken = (): never => {
  throw new Refusal('STALE', { text: '原来的试驾车这段时间已被预约，无法撤销' })
}

/** Books the quarters of the plan whose keys had been handed over; another appointment may have taken them since. */
async function bookPlan({ db, session }: Context, { dealId }: LockedCustomer): Promise<void> {
  const open = await findOpenActivity(db, session.scope, dealId)
  if (!open?.carId || !open.minutes) return
  const plan = { ...planOf(open), activityId: open.id, seriesId: open.testSeriesId ?? 0 }
  if (!(await bookAgain(db, session.scope, plan))) refuseTaken()
}

/** Plans what was planned before a drive without an appointment. */
async function restorePlan(context: Context, customer: LockedCustomer, was: UndoKeys['was']): Promise<void> {
  const { db, session, now } = context
  const { scope } = session
  if (!was) {
    await cancelOpenActivity(db, scope, customer.dealId, now)
    await changeDeal(db, scope, customer.dealId, { next_follow_at: null, next_activity_type: 0 })
    return
  }
  const kind = { type: was.type, testSeriesId: was.seriesId, appointmentId: was.appointmentId }
  const booking = await replace({ db, scope, now }, customer, kind, was)
  if (was.carId && !(await bookAgain(db, scope, booking))) refuseTaken()
}

export const undoBack: Inverse<UndoBack> = {
  of: takeBack,
  async run(context, { driveId, rowVersion }) {
    const { db, session } = context
    const { scope } = session
    const { customer, drive } = await lockDrive(context, driveId)
    if (customer.rowVersion !== rowVersion) return unchanged
    await lockCar(db, scope, drive.carId)
    if (await isOut(db, scope, drive.carId))
      throw new Refusal('STALE', { text: '该试驾车已再次交出，无法撤销' })
    await reopenDrive(db, scope, driveId)
    await recordTimeline(context, customer, {
      type: timelineType.undone,
      subject: '撤销还车',
      content: `试驾车${drive.plate}还未归还`,
    })
    await audit(context, 'drive-back-undo', `customer:${customer.customerId}`, { plate: drive.plate })
    return undone
  },
}
