import * as access from './access/access.api.ts'
import * as appointment from './appointment/appointment.api.ts'
import * as attendance from './attendance/attendance.api.ts'
import * as audit from './audit/audit.api.ts'
import * as base from './base/base.api.ts'
import * as contact from './contact/contact.api.ts'
import * as customer from './customer/customer.api.ts'
import * as daily from './daily/daily.api.ts'
import * as dashboard from './dashboard/dashboard.api.ts'
import * as desk from './desk/desk.api.ts'
import * as draft from './draft/draft.api.ts'
import * as file from './file/file.api.ts'
import * as find from './find/find.api.ts'
import * as lead from './lead/lead.api.ts'
import * as notice from './notice/notice.api.ts'
import * as order from './order/order.api.ts'
import * as privacy from './privacy/privacy.api.ts'
import * as report from './report/report.api.ts'
import * as review from './review/review.api.ts'
import * as setting from './setting/setting.api.ts'
import * as sms from './sms/sms.api.ts'
import * as system from './system/system.api.ts'
import * as target from './target/target.api.ts'
import * as task from './task/task.api.ts'
import * as team from './team/team.api.ts'
import * as transfer from './transfer/transfer.api.ts'
import * as view from './view/view.api.ts'
import * as webhook from './webhook/webhook.api.ts'

/** The calls of each room. Written by `npm run generate`. */
export const rooms = {
  access,
  appointment,
  attendance,
  audit,
  base,
  contact,
  customer,
  daily,
  dashboard,
  desk,
  draft,
  file,
  find,
  lead,
  notice,
  order,
  privacy,
  report,
  review,
  setting,
  sms,
  system,
  target,
  task,
  team,
  transfer,
  view,
  webhook,
} as const
