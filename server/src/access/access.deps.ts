import type { Logger } from '../platform/log.ts'
import type { Outside } from '../platform/outside/outside.ts'
import type { Texts } from '../platform/texts/outbox.ts'

/** What people sign in with here. */
export interface AccessDeps extends Omit<Outside, 'sms' | 'personnel'> {
  readonly texts: Texts
  /** The server's own: what codes are hashed with. */
  readonly secret: string
  readonly log: Logger
  /** Shows codes and accounts on the sign-in page. */
  readonly demo: boolean
  readonly demoAccounts: () => Promise<DemoAccounts | undefined>
}
export interface DemoAccounts {
  readonly password: string
  readonly accounts: { mobile: string; name: string; role: string; dealer: string }[]
}
