import { seesStoreAs } from '@showroom/contract/access/access.rules'
import type { Executor } from '../../platform/db/client.ts'
import type { Session } from '../../platform/session/session.ts'
import { isKeptOut } from '../session/session.repository.ts'
import { listMemberships } from './account.repository.ts'

export interface OwnStore {
  readonly dealerId: number
  readonly name: string
}

/** Lists the stores that a person may switch to now and sees as a whole there, by name. */
export async function listOwnStores(db: Executor, { accountId }: Session): Promise<OwnStore[]> {
  const memberships = await listMemberships(db, accountId)
  return memberships
    .filter((one) => one.status === 0 && !isKeptOut(one) && seesStoreAs(one.role))
    .map((one) => ({ dealerId: one.dealer_id, name: one.dealer_name }))
}
