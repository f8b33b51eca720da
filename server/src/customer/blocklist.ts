import { maskIdNo, maskMobile } from '@showroom/contract/kernel/mask'
import type { Executor } from '../platform/db/client.ts'
import { Refusal } from '../platform/refusal.ts'
import { findBlocked } from './customer.repository.ts'

interface Person {
  readonly name: string
  readonly mobile: string
  readonly identifyNo: string
}

/** Refuses somebody on the blocklist, with the persons to call: the one answer of every action (document 2, section 8). */
export async function refuseBlocked(db: Executor, { name, mobile, identifyNo }: Person): Promise<void> {
  const blocked = await findBlocked(db, mobile, identifyNo.toUpperCase())
  if (!blocked) return
  throw new Refusal('BLOCKED', {
    text: blocked.contacts.join(','),
    answer: { name, mobile: maskMobile(mobile), identifyNo: maskIdNo(identifyNo) || '无' },
  })
}
