import type { rooms } from '@showroom/contract'
import { later } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Metrics } from '../platform/observe/metrics.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { idleMs } from '../platform/session/gate.ts'
import { accessRoutes } from './access.routes.ts'
import type { AccessDeps } from './access.deps.ts'
import { countSessions } from './session/session.repository.ts'
import { accessSubscriptions } from './session/subscriptions.ts'
import { tidySignIns } from './session/tidy.job.ts'

export { tables } from './access.tables.ts'

/** Sign-in settings of this server. */
export type SignInSettings = Omit<AccessDeps, 'log' | 'metrics' | 'texts' | 'secret'>

export function open(
  { db, clock, log, metrics, texts, secret, retention }: RoomDeps,
  settings: SignInSettings,
): Room<typeof rooms.access> {
  watchSessions(metrics, db, clock)
  return {
    handlers: accessRoutes({ log, metrics, texts, secret, ...settings }),
    jobs: [tidySignIns(db, clock, retention.sessions)],
    subscriptions: accessSubscriptions,
    start: () => settings.sso?.warmUp(),
  }
}

/** Registers gauges of sessions for `/metrics`. */
function watchSessions(metrics: Metrics, db: Database, clock: Clock): void {
  const used = (seconds: number) => (): Promise<number> => countSessions(db, later(clock(), -seconds))
  metrics.watch('showroom_sessions_open', 'Sessions that have not ended or expired', used(idleMs / 1000))
  metrics.watch('showroom_sessions_active', 'Sessions used in the last five minutes', used(5 * 60))
}
