import type { rooms as contract } from '@showroom/contract'
import { moveAccount, openAccount, worksElsewhere } from './access/index.ts'
import * as access from './access/room.ts'
import * as appointment from './appointment/room.ts'
import type { AppointmentSettings } from './appointment/room.ts'
import type { SignInSettings } from './access/room.ts'
import * as attendance from './attendance/room.ts'
import * as audit from './audit/room.ts'
import * as base from './base/room.ts'
import * as desk from './desk/room.ts'
import * as dashboard from './dashboard/room.ts'
import * as draft from './draft/room.ts'
import { findNumbers, seenPictures, seenRecordings } from './customer/index.ts'
import * as customer from './customer/room.ts'
import { findLeadMobile } from './lead/index.ts'
import type { CustomerSettings } from './customer/room.ts'
import * as find from './find/room.ts'
import { seenSharedFiles } from './file/index.ts'
import * as file from './file/room.ts'
import * as lead from './lead/room.ts'
import * as notice from './notice/room.ts'
import * as order from './order/room.ts'
import type { RoomTables } from './platform/db/places.ts'
import type { Room, RoomDeps } from './platform/room.ts'
import * as privacy from './privacy/room.ts'
import * as record from './record/room.ts'
import * as report from './report/room.ts'
import * as review from './review/room.ts'
import * as setting from './setting/room.ts'
import * as sms from './sms/room.ts'
import * as system from './system/room.ts'
import type { SystemSettings } from './system/room.ts'
import * as task from './task/room.ts'
import * as team from './team/room.ts'
import type { TeamSettings } from './team/room.ts'
import * as transfer from './transfer/room.ts'
import * as view from './view/room.ts'
import * as webhook from './webhook/room.ts'
import type { WebhookSettings } from './webhook/room.ts'

type RoomsOf<Contract> = { readonly [Name in keyof Contract]: Room<Contract[Name]> }

/** The server's rooms, in one list, with their dependencies on each other. Add a new room here. */
export const openRooms = (
  deps: RoomDeps,
  settings: SignInSettings &
    AppointmentSettings &
    CustomerSettings &
    TeamSettings &
    WebhookSettings &
    SystemSettings,
) =>
  ({
    access: access.open(deps, settings),
    base: base.open(deps, {
      findNumbers,
      findLeadMobile,
      seenKeys: { image: seenPictures, audio: seenRecordings, file: seenSharedFiles },
    }),
    team: team.open(deps, settings, { open: openAccount, move: moveAccount, worksElsewhere }),
    audit: audit.open(deps),
    file: file.open(deps),
    sms: sms.open(deps),
    customer: customer.open(deps, settings),
    appointment: appointment.open(deps, settings),
    transfer: transfer.open(deps),
    task: task.open(deps),
    order: order.open(deps),
    lead: lead.open(deps),
    review: review.open(deps),
    desk: desk.open(deps),
    notice: notice.open(deps, settings),
    draft: draft.open(deps),
    find: find.open(),
    setting: setting.open(deps),
    view: view.open(),
    attendance: attendance.open(deps),
    report: report.open(deps, settings),
    dashboard: dashboard.open(deps),
    record: record.open(deps),
    webhook: webhook.open(deps, settings),
    system: system.open(deps, settings),
    privacy: privacy.open(deps),
  }) satisfies RoomsOf<typeof contract> & { readonly record: Room<Readonly<Record<string, never>>> }

/** Tables of all rooms, by their places. */
export const roomTables: { readonly [Name in keyof ReturnType<typeof openRooms>]: RoomTables } = {
  access: access.tables,
  base: base.tables,
  team: team.tables,
  audit: audit.tables,
  file: file.tables,
  sms: sms.tables,
  customer: customer.tables,
  appointment: appointment.tables,
  transfer: transfer.tables,
  task: task.tables,
  order: order.tables,
  lead: lead.tables,
  review: review.tables,
  desk: desk.tables,
  notice: notice.tables,
  draft: draft.tables,
  find: find.tables,
  setting: setting.tables,
  view: view.tables,
  attendance: attendance.tables,
  report: report.tables,
  dashboard: dashboard.tables,
  record: record.tables,
  webhook: webhook.tables,
  system: system.tables,
  privacy: privacy.tables,
}
