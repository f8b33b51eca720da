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

/** Numbers of a person that the blocklist is searched for; an empty one matches nothing. */
export interface Numbers {
  readonly mobile: string
  readonly identifyNo: string
}

/** Returns the contact persons of the blocklist row that matches the person; undefined if none does. */
export type Blocked = (person: Numbers) => readonly string[] | undefined

/** Looks up many persons at once, on the manufacturer's list and on the store's own. */
export async function readBlocked(
  db: Executor,
  { dealerId }: Scope,
  persons: readonly Numbers[],
): Promise<Blocked> {
  const mobiles = persons.map(({ mobile }) => mobile).filter(Boolean)
  const identities = persons.map(({ identifyNo }) => identifyNo.toUpperCase()).filter(Boolean)
  const rows = await find(db, { dealerId, mobiles, identities })
  const contacts = new Map(rows.map((row) => [row.number, row.contacts]))
  return ({ mobile, identifyNo }) => contacts.get(mobile) ?? contacts.get(identifyNo.toUpperCase())
}
