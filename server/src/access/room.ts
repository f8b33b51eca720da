import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { accessRoutes } from './access.routes.ts'
import type { AccessDeps } from './access.deps.ts'
import { accessSubscriptions } from './subscriptions.ts'
import { tidySignIns } from './tidy.job.ts'

export const tables = [
  'account',
  'session',
  'known_browser',
  'door_state',
  'sso_binding',
  'captcha',
  'sms_code',
] as const satisfies readonly (keyof DB)[]

/** Sign-in settings of this server. */
export type SignInSettings = Omit<AccessDeps, 'log' | 'texts' | 'secret'>

export const open = (
  { db, clock, log, texts, secret }: RoomDeps,
  settings: SignInSettings,
): Room<typeof rooms.access> => ({
  handlers: accessRoutes({ log, texts, secret, ...settings }),
  jobs: [tidySignIns(db, clock)],
  subscriptions: accessSubscriptions,
  start: () => settings.sso?.warmUp(),
})
