import { maskIdNo, maskMobile, maskText } from '@showroom/contract/kernel/mask'
import type { Executor } from '../platform/db/client.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Scope } from '../platform/session/session.ts'
import { readBlocked } from './blocklist.repository.ts'
import type { Numbers } from './blocklist.repository.ts'

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
