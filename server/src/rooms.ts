import type { rooms } from '@showroom/contract'
import { moveAccount, openAccount, removeAuthenticator, worksElsewhere } from './access/index.ts'
import * as access from './access/room.ts'
import * as appointment from './appointment/room.ts'
import * as attendance from './attendance/room.ts'
import * as audit from './audit/room.ts'
import * as base from './base/room.ts'
import * as contact from './contact/room.ts'
import { findNumbers, seenPictures, seenRecordings } from './customer/index.ts'
import * as customer from './customer/room.ts'
import * as daily from './daily/room.ts'
import * as dashboard from './dashboard/room.ts'
import * as desk from './desk/room.ts'
import * as draft from './draft/room.ts'
import { seenSharedFiles } from './file/index.ts'
import * as file from './file/room.ts'
import * as find from './find/room.ts'
import { findLeadNumbers } from './lead/index.ts'
import * as lead from './lead/room.ts'
import * as notice from './notice/room.ts'
import * as order from './order/room.ts'
import type { Subscriptions } from './platform/live/events.ts'
import type { Room, RoomDeps } from './platform/room.ts'
import type { AllTables } from './platform/tables/describe.ts'
import { moveToSurvivor } from './platform/tables/merge.repository.ts'
import { platformTables } from './platform/tables/platform.tables.ts'
import * as privacy from './privacy/room.ts'
import * as record from './record/room.ts'
import * as report from './report/room.ts'
import * as review from './review/room.ts'
import * as setting from './setting/room.ts'
import * as sms from './sms/room.ts'
import * as system from './system/room.ts'
import { readGoals, readPeriod } from './target/index.ts'
import * as target from './target/room.ts'
import * as task from './task/room.ts'
import * as team from './team/room.ts'
import * as transfer from './transfer/room.ts'
import * as view from './view/room.ts'
import * as webhook from './webhook/room.ts'

/** The server's rooms, in the order of their locks, in which they also receive events. Add a new room here. */
const all = {
  access,
  base,
  team,
  audit,
  file,
  sms,
  customer,
  contact,
  appointment,
  transfer,
  task,
  order,
  lead,
  review,
  desk,
  notice,
  draft,
  find,
  setting,
  view,
  attendance,
  report,
  target,
  daily,
  dashboard,
  record,
  webhook,
  system,
  privacy,
}

type All = typeof all
type Opened = { readonly [Name in keyof All]: ReturnType<All[Name]['open']> }
/** Functions that rooms need from other rooms. */
const others = {
  accounts: { open: openAccount, move: moveAccount, worksElsewhere, removeAuthenticator },
  findNumbers,
  findLeadNumbers,
  targets: { readGoals, readPeriod },
  seenKeys: { image: seenPictures, audio: seenRecordings, file: seenSharedFiles },
}
type Opens = All[keyof All]['open']
/** The settings of all rooms together. */
type Needed = Opens extends (deps: never, needed: infer One) => unknown ? One : never

/** Opens all rooms. */
export const openRooms = (deps: RoomDeps, settings: Omit<Needed, keyof typeof others>) => {
  const needed = { ...settings, ...others } as Needed
  return Object.fromEntries(
    Object.entries(all).map(([name, room]) => [name, room.open(deps, needed)]),
  ) as Opened satisfies RoomsOf<typeof rooms> & { readonly record: Room<Readonly<Record<string, never>>> }
}

type RoomsOf<Contract> = { readonly [Name in keyof Contract]: Room<Contract[Name]> }

/** The tables of the platform and of all rooms. */
export const allTables: AllTables = {
  platform: platformTables,
  ...Object.fromEntries(
    Object.entries(all).flatMap(([name, room]) => ('tables' in room ? [[name, room.tables]] : [])),
  ),
}

/** Moves rows as the descriptions of their tables say, before the rooms' own subscriptions. */
export const tableSubscriptions: Subscriptions = {
  merged: ({ db, scope }, pair) => moveToSurvivor(db, scope, allTables, pair),
}
