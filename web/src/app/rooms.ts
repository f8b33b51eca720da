import { routes as access } from '../access/access.routes'
import { routes as appointment } from '../appointment/appointment.routes'
import { routes as attendance } from '../attendance/attendance.routes'
import { routes as audit } from '../audit/audit.routes'
import { routes as contact } from '../contact/contact.routes'
import { routes as customer } from '../customer/customer.routes'
import { routes as daily } from '../daily/daily.routes'
import { routes as dashboard } from '../dashboard/dashboard.routes'
import { routes as desk } from '../desk/desk.routes'
import { activity, bareShell, manager, reports, shell } from '../frame/shell'
import { routes as file } from '../file/file.routes'
import { routes as lead } from '../lead/lead.routes'
import { routes as order } from '../order/order.routes'
import { routes as privacy } from '../privacy/privacy.routes'
import { routes as report } from '../report/report.routes'
import { routes as review } from '../review/review.routes'
import { routes as setting } from '../setting/setting.routes'
import { routes as sms } from '../sms/sms.routes'
import { routes as system } from '../system/system.routes'
import { routes as target } from '../target/target.routes'
import { routes as task } from '../task/task.routes'
import { routes as team } from '../team/team.routes'
import { routes as webhook } from '../webhook/webhook.routes'

/** The screens of all rooms, in the order of the top menu. */
export const screens = [
  ...access,
  bareShell,
  ...contact,
  shell,
  ...dashboard,
  ...attendance,
  activity,
  ...task,
  ...appointment,
  ...lead,
  ...review,
  ...customer,
  ...daily,
  reports,
  ...report,
  manager,
  ...team,
  ...target,
  ...setting,
  ...audit,
  ...file,
  ...sms,
  ...webhook,
  ...system,
  ...privacy,
  ...desk,
  ...order,
] as const
