import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { statement } from '../platform/db/statement.ts'
import type { Scope } from '../platform/session/session.ts'

interface Looked {
  readonly dealerId: number
  readonly mobiles: readonly string[]
  readonly identities: readonly string[]
}

const find = statement<Looked, { number: string; contacts: string[] }>(
  ({ dealerId, mobiles, identities }) => sql`
    select mobile as number, contacts from blocklist where mobile <> '' and mobile = any(${mobiles}::text[])
    union all
    select identify_no, contacts from blocklist where identify_no <> '' and identify_no = any(${identities}::text[])
    union all
    select mobile, contacts from store_blocklist
    where dealer_id = ${dealerId} and mobile <> '' and mobile = any(${mobiles}::text[])
    union all
    select identify_no, contacts from store_blocklist
    where dealer_id = ${dealerId} and identify_no <> '' and identify_no = any(${identities}::text[])`,
)

/** Finds rows of the manufacturer's blocklist and of the store's own by mobile or identity number, with the contact persons to name. */
export const findBlocked = (
  db: Executor,
  { dealerId }: Scope,
  mobiles: readonly string[],
  identities: readonly string[],
): Promise<{ number: string; contacts: string[] }[]> => find(db, { dealerId, mobiles, identities })
