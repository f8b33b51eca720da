import { maskIdNo, maskMobile, maskText } from '@showroom/contract/kernel/mask'
import type { Executor } from '../platform/db/client.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Scope } from '../platform/session/session.ts'
import { findBlocked } from './blocklist.repository.ts'

/** Numbers of a person that the blocklist is searched for; an empty one matches nothing. */
export interface Numbers {
  readonly mobile: string
  readonly identifyNo: string
}

/** Returns the contact persons of the blocklist row that matches the person; undefined if none does. */
export type Blocked = (person: Numbers) => readonly string[] | undefined

/** Looks up many persons at once, on the manufacturer's list and on the store's own. */
export async function readBlocked(db: Executor, scope: Scope, persons: readonly Numbers[]): Promise<Blocked> {
  const mobiles = persons.map(({ mobile }) => mobile).filter(Boolean)
  const identities = persons.map(({ identifyNo }) => identifyNo.toUpperCase()).filter(Boolean)
  const rows = await findBlocked(db, scope, mobiles, identities)
  const contacts = new Map(rows.map((row) => [row.number, row.contacts]))
  return ({ mobile, identifyNo }) => contacts.get(mobile) ?? contacts.get(identifyNo.toUpperCase())
}

/** Rejects a person on the blocklist with BLOCKED and names whom to call. Every action uses this response. */
export async function refuseBlocked(
  db: Executor,
  scope: Scope,
  person: Numbers & { readonly name: string },
): Promise<void> {
  const contacts = (await readBlocked(db, scope, [person]))(person)
  if (!contacts) return
  const { name, mobile, identifyNo } = person
  throw new Refusal('BLOCKED', {
    text: contacts.join(','),
    answer: { name: maskText(name), mobile: maskMobile(mobile), identifyNo: maskIdNo(identifyNo) || '无' },
  })
}
