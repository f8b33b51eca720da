export type { DemoAccounts } from './access.deps.ts'
export { listMemberships } from './account/account.repository.ts'
export { listOwnStores } from './account/stores.service.ts'
export {
  countUnenrolled,
  removeAuthenticator,
  resealAuthenticators,
} from './authenticator/authenticator.repository.ts'
export { moveAccount, openAccount, worksElsewhere } from './account/accounts.service.ts'
export { sessionSource, streamSource } from './session/session.repository.ts'
