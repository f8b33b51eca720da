import type { SaveTexts } from '@showroom/contract/appointment/appointment.schema'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'

/** The store's texts about appointments (`appointment_text`). */

export const findTexts = (db: Executor, { dealerId }: Scope) =>
  db
    .selectFrom('appointment_text')
    .select(['is_on as isOn', 'booked', 'moved', 'evening', 'on_since as onSince'])
    .where('dealer_id', '=', dealerId)
    .executeTakeFirst()

export async function upsertTexts(
  db: Executor,
  { dealerId }: Scope,
  { isOn, booked, moved, evening }: Omit<SaveTexts, 'dealerId'>,
  onSince: Date,
): Promise<void> {
  const values = { is_on: isOn, booked, moved, evening, on_since: onSince }
  await db
    .insertInto('appointment_text')
    .values({ dealer_id: dealerId, ...values })
    .onConflict((conflict) => conflict.column('dealer_id').doUpdateSet(values))
    .execute()
}
