import { call, omitted } from '../kernel/call.ts'
import { Done, Empty } from '../kernel/wire.ts'
import * as agreementShape from './agreement.schema.ts'
import { getUserInfo } from '../base/base.api.ts'
import { floorMay } from './appointment.rights.ts'
import * as shape from './appointment.schema.ts'
import * as drive from './drive.schema.ts'

/** Appointments and test-drive cars (docs/product/appointment.md). A follow-up makes an appointment by its `nextMinutes`. */

const manages = { module: '企业管理' } as const

export const day = call({
  path: '/v1/appointmentRpc/day',
  summary: '一天的预约',
  may: floorMay,
  request: shape.DayQuery,
  answer: shape.DayAnswer,
  shows: ['appointment', 'customer', 'team', 'setting'],
})

export const week = call({
  path: '/v1/appointmentRpc/week',
  summary: '团队一周的预约',
  may: { ...floorMay, flag: ['allowAssign', 'seesStore'] },
  request: shape.WeekQuery,
  answer: shape.WeekAnswer,
  shows: ['appointment', 'customer', 'team', 'setting'],
})

export const move = call({
  path: '/v1/appointmentRpc/move',
  summary: '改约',
  may: floorMay,
  request: shape.MoveAppointment,
  answer: shape.MoveAnswer,
  refusals: ['NOT_FOUND', 'STALE', 'CUSTOMER_STATE', 'CAR_TAKEN'],
  writes: true,
})

export const cancel = call({
  path: '/v1/appointmentRpc/cancel',
  summary: '取消预约',
  may: floorMay,
  request: shape.CancelAppointment,
  answer: shape.MoveAnswer,
  refusals: ['NOT_FOUND', 'STALE', 'CUSTOMER_STATE'],
  writes: true,
})

export const cars = call({
  path: '/v1/appointmentRpc/cars',
  summary: '试驾车',
  may: manages,
  request: shape.RemoveCar.omit({ carId: true }),
  answer: shape.CarsAnswer,
  shows: ['appointment'],
})

export const saveCar = call({
  path: '/v1/appointmentRpc/saveCar',
  summary: '保存试驾车',
  may: manages,
  request: shape.SaveCar,
  answer: Done,
  refusals: ['NOT_FOUND', 'CAR_EXISTS', 'CARS_TOO_MANY'],
  writes: true,
})

export const removeCar = call({
  path: '/v1/appointmentRpc/removeCar',
  summary: '删除试驾车',
  may: manages,
  request: shape.RemoveCar,
  answer: Done,
  refusals: ['NOT_FOUND', 'CAR_BOOKED', 'CAR_OUT'],
  writes: true,
})

export const drives = call({
  path: '/v1/appointmentRpc/drives',
  summary: '一天的试驾',
  may: floorMay,
  request: drive.DrivesQuery,
  answer: drive.DrivesAnswer,
  shows: ['appointment', 'customer', 'team'],
})

export const handOver = call({
  path: '/v1/appointmentRpc/handOver',
  summary: '交试驾车钥匙',
  may: floorMay,
  request: drive.HandOver,
  answer: drive.DriveAnswer,
  refusals: ['NOT_FOUND', 'STALE', 'CUSTOMER_STATE', 'CAR_OUT', 'UPLOAD_REFUSED'],
  writes: true,
})

export const findDriver = call({
  path: '/v1/appointmentRpc/findDriver',
  summary: '查找要试驾的客户',
  may: floorMay,
  request: drive.FindDriver,
  answer: drive.FindDriverAnswer,
  refusals: ['TOO_MANY'],
  omits: omitted.once,
})

export const walkUp = call({
  path: '/v1/appointmentRpc/walkUp',
  summary: '现场试驾',
  may: floorMay,
  request: drive.WalkUp,
  answer: drive.DriveAnswer,
  refusals: ['NOT_FOUND', 'STALE', 'CUSTOMER_STATE', 'CAR_OUT', 'CAR_TAKEN', 'UPLOAD_REFUSED'],
  writes: true,
})

export const takeBack = call({
  path: '/v1/appointmentRpc/takeBack',
  summary: '试驾还车',
  may: floorMay,
  request: drive.TakeBack,
  answer: drive.DriveAnswer,
  refusals: ['NOT_FOUND', 'STALE'],
  writes: true,
})

export const agreement = call({
  path: '/v1/appointmentRpc/agreement',
  summary: '试驾协议',
  may: { module: [...floorMay.module, manages.module] },
  request: Empty,
  answer: agreementShape.Agreement,
  shows: ['appointment'],
})

export const saveAgreement = call({
  path: '/v1/appointmentRpc/saveAgreement',
  summary: '保存试驾协议',
  may: manages,
  request: agreementShape.SaveAgreement,
  answer: Done,
  refusals: ['STALE'],
  writes: true,
})

export const paper = call({
  path: '/v1/appointmentRpc/paper',
  summary: '一次试驾的纸质协议',
  may: floorMay,
  request: agreementShape.PaperQuery,
  answer: agreementShape.PaperAnswer,
  refusals: ['NOT_FOUND'],
  shows: ['appointment', 'customer', 'team'],
})

/** Licence and signature show clear numbers: each view is audited and counted like a revealed number. */
export const pictures = call({
  path: '/v1/appointmentRpc/pictures',
  summary: '查看驾驶证和签名（留痕、限频）',
  may: getUserInfo.may,
  request: agreementShape.PaperQuery,
  answer: agreementShape.PicturesAnswer,
  refusals: ['NOT_FOUND', 'REVEAL_LIMIT'],
  writes: true,
  whenClosed: true,
  reveals: true,
})

export const correctDrive = call({
  path: '/v1/appointmentRpc/correctDrive',
  summary: '更正试驾里程',
  may: floorMay,
  request: drive.CorrectDrive,
  answer: Done,
  refusals: ['NOT_FOUND'],
  writes: true,
})

export const texts = call({
  path: '/v1/appointmentRpc/texts',
  summary: '预约短信设置',
  may: manages,
  request: Empty,
  answer: shape.TextsAnswer,
  shows: ['appointment'],
})

export const saveTexts = call({
  path: '/v1/appointmentRpc/saveTexts',
  summary: '保存预约短信设置',
  may: manages,
  request: shape.SaveTexts,
  answer: Done,
  refusals: ['SMS_UNAVAILABLE'],
  writes: true,
})

export const feed = call({
  path: '/v1/appointmentRpc/feed',
  summary: '我的日历订阅',
  may: floorMay,
  request: Empty,
  answer: shape.FeedAnswer,
})

export const openFeed = call({
  path: '/v1/appointmentRpc/openFeed',
  summary: '生成或更换日历订阅地址',
  may: floorMay,
  request: Empty,
  answer: shape.NewFeedAnswer,
  writes: true,
  secret: true,
})

export const closeFeed = call({
  path: '/v1/appointmentRpc/closeFeed',
  summary: '停用日历订阅地址',
  may: floorMay,
  request: Empty,
  answer: Done,
  writes: true,
})
