import type { Logger } from '../platform/log.ts'
import type { Outside } from '../platform/outside/outside.ts'

/** What people sign in with here. */
export interface AccessDeps extends Outside {
  readonly log: Logger
  /** Shows codes and accounts on the sign-in page. */
  readonly demo: boolean
  readonly demoAccounts: () => Promise<DemoAccounts | undefined>
}
export interface DemoAccounts {
  readonly password: string
  readonly accounts: { mobile: string; name: string; role: string; dealer: string }[]
}
