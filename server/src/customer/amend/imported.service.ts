import { factsOf } from '@showroom/contract/customer/timeline.schema'
import type { Acting } from '../../platform/http/handler.ts'
import { lockCustomers } from '../lock.ts'
import { insertImported } from './imported.repository.ts'

/**
 * Follow-ups of an older system. They are rows of the timeline alone: reports and reviews count activities, so these count nowhere.
 */

export interface ImportedFollow {
  readonly rowNo: number
  readonly customerId: number
  readonly at: Date
  readonly text: string
  /** How the customer was contacted, as written. */
  readonly way: string
  /** Name of the member as written; `memberId` is 0 for an unknown name. */
  readonly person: string
  readonly memberId: number
}

/**
 * Adds follow-ups to timelines and moves the last follow-up of a file to a later one. Returns the rows that were added; others are in the
 * timeline already, or their customer is out of reach (`missing`).
 */
export async function importFollows(
  acting: Acting,
  follows: readonly ImportedFollow[],
): Promise<{ added: ReadonlySet<number>; missing: ReadonlySet<number> }> {
  const { db, session } = acting
  const customers = await lockCustomers(
    acting,
    follows.map(({ customerId }) => customerId),
  )
  const given = follows.flatMap(({ rowNo, customerId, at, text, way, person, memberId }) => {
    const file = customers.get(customerId)
    if (!file) return []
    return [
      {
        row_no: rowNo,
        customer_id: customerId,
        deal_id: file.dealId,
        level: file.level,
        at,
        member_id: memberId,
        person,
        content: way ? `${way}：${text}` : text,
        facts: factsOf({ kind: 'imported', said: text, way }),
      },
    ]
  })
  const added = await insertImported(db, session.scope, given)
  return {
    added: new Set(added),
    missing: new Set(follows.filter((one) => !customers.has(one.customerId)).map(({ rowNo }) => rowNo)),
  }
}
