export type { DemoAccounts } from './access.routes.ts'
export { sessionSource } from './session.repository.ts'
