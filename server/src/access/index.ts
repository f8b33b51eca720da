export type { DemoAccounts } from './access.deps.ts'
export { moveAccount, openAccount, worksElsewhere } from './accounts.service.ts'
export { sessionSource } from './session.repository.ts'
