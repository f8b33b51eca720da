export type { DemoAccounts } from './access.routes.ts'
export { openAccount } from './accounts.service.ts'
export { sessionSource } from './session.repository.ts'
