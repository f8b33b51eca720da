import type { Executor } from '../platform/db/client.ts'
import type { InboxTable } from '../platform/open/inbox.repository.ts'
import type { Scope } from '../platform/session/session.ts'

/** Deliveries of other systems, and lookups of the members they name. */

export const recordState = { done: 1, refused: 2 } as const
export const recordKind = { call: 1, testDrive: 2, contact: 3 } as const
export type RecordKind = (typeof recordKind)[keyof typeof recordKind]

/** Columns of a delivery beside the common ones. */
export interface RecordColumns {
  readonly kind: RecordKind
}

export const records: InboxTable<RecordColumns> = {
  table: 'record_delivery',
  refused: recordState.refused,
  own: { kind: 'kind' },
}

/** Returns the member of the store with this mobile; id 0 and an empty name if none. */
export async function findMember(
  db: Executor,
  scope: Scope,
  mobile: string,
): Promise<{ id: number; name: string }> {
  const row =
    mobile === ''
      ? undefined
      : await db
          .selectFrom('account as a')
          .innerJoin('member as m', 'm.account_id', 'a.id')
          .select(['m.id', 'm.name'])
          .where('a.mobile', '=', mobile)
          .where('m.dealer_id', '=', scope.dealerId)
          .where('m.left_at', 'is', null)
          .executeTakeFirst()
  return row ?? { id: 0, name: '' }
}

export async function findSeries(
  db: Executor,
  code: string,
): Promise<{ id: number; name: string } | undefined> {
  return db.selectFrom('series').select(['id', 'name']).where('code', '=', code).executeTakeFirst()
}
