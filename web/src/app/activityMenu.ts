import { appointments } from '../appointment/appointment.activity'
import { leads } from '../lead/lead.activity'
import { orderApproved, orderVerify } from '../order/order.activity'
import { reviews } from '../review/review.activity'
import { tasks } from '../task/task.activity'
import { entriesFor } from './areaEntries'

/** The left menu of the activity area, in its order. */
export const activityMenuOf = entriesFor([tasks, appointments, leads, reviews, orderVerify, orderApproved])
