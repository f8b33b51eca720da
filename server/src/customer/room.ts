import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { customerRoutes } from './customer.routes.ts'
import { createListPages } from './deep.ts'
import { customerInverses } from './inverses.ts'
import { createReadCount } from './reads.ts'
import { wakeDormant } from './wake.job.ts'

export const tables = [
  'customer',
  'deal',
  'activity',
  'timeline',
  'defeat_request',
  'call_record',
  'test_share',
  'wecom_contact',
  'group_mobile',
] as const satisfies readonly (keyof DB)[]

/** Customer files that a member may read in ten minutes. */
export interface CustomerSettings {
  readonly fileReadLimit?: number | undefined
}

export const open = (
  { db, files, downloads, live, happenings, clock }: RoomDeps,
  { fileReadLimit }: CustomerSettings,
): Room<typeof rooms.customer> => ({
  handlers: customerRoutes({
    files,
    downloads,
    pages: createListPages(live),
    countRead: createReadCount(fileReadLimit),
    live,
  }),
  inverses: customerInverses,
  jobs: [wakeDormant({ db, live, happenings, clock })],
})
