export type { DemoAccounts } from './access.deps.ts'
export { openAccount } from './accounts.service.ts'
export { unbindWecom } from './door.repository.ts'
export { sessionSource } from './session.repository.ts'
