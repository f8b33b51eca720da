import type { Logger } from '../platform/observe/log.ts'
import type { Metrics } from '../platform/observe/metrics.ts'
import type { Outside } from '../platform/outside/outside.ts'
import type { Texts } from '../platform/texts/outbox.ts'

/** Dependencies of the sign-in services. */
export interface AccessDeps extends Omit<Outside, 'sms' | 'personnel'> {
  readonly texts: Texts
  /** The server's secret; keys the hashes of SMS codes. */
  readonly secret: string
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'signInTried'>
  /** Demo mode: shows codes and demo accounts on the sign-in page. */
  readonly demo: boolean
  readonly demoAccounts: () => Promise<DemoAccounts | undefined>
}
export interface DemoAccounts {
  readonly password: string
  readonly accounts: { mobile: string; name: string; role: string; dealer: string }[]
}
