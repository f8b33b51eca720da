export type { DemoAccounts } from './access.deps.ts'
export { listOwnStores } from './account/stores.service.ts'
export { moveAccount, openAccount, worksElsewhere } from './account/accounts.service.ts'
export { sessionSource, streamSource } from './session/session.repository.ts'
