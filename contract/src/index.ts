import * as access from './access/access.api.ts'
import * as attendance from './attendance/attendance.api.ts'
import * as audit from './audit/audit.api.ts'
import * as base from './base/base.api.ts'
import * as customer from './customer/customer.api.ts'
import * as desk from './desk/desk.api.ts'
import * as dashboard from './dashboard/dashboard.api.ts'
import * as draft from './draft/draft.api.ts'
import * as find from './find/find.api.ts'
import type { Call } from './kernel/call.ts'
import * as file from './file/file.api.ts'
import * as lead from './lead/lead.api.ts'
import * as notice from './notice/notice.api.ts'
import * as order from './order/order.api.ts'
import * as orderVerify from './order/verify.api.ts'
import * as report from './report/report.api.ts'
import * as morning from './report/morning.api.ts'
import * as wall from './report/wall.api.ts'
import * as review from './review/review.api.ts'
import * as setting from './setting/setting.api.ts'
import * as sms from './sms/sms.api.ts'
import * as task from './task/task.api.ts'
import * as manage from './team/manage.api.ts'
import * as team from './team/team.api.ts'
import * as transfer from './transfer/transfer.api.ts'
import * as view from './view/view.api.ts'
import * as webhook from './webhook/webhook.api.ts'

/**
 * All calls of the product, by room. Routes, typed client, OpenAPI, permission matrix and walker tests derive from
 * here.
 */
export const rooms = {
  access,
  base,
  audit,
  file,
  sms,
  team: { ...team, ...manage },
  customer,
  transfer,
  task,
  lead,
  review,
  desk,
  order: { ...order, ...orderVerify },
  notice,
  draft,
  find,
  setting,
  view,
  attendance,
  webhook,
  report: { ...report, ...wall, ...morning },
  dashboard,
} as const

export const calls: readonly Call[] = Object.values(rooms).flatMap((room) => Object.values<Call>(room))
