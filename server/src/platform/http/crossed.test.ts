import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, buildMember } from '../../../test/factories.ts'
import { countWaiting } from '../../../test/cluster/holder.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Waits until a transaction is blocked by a row lock. */
async function untilOneWaits(): Promise<void> {
  if ((await countWaiting(app)) === 0) await untilOneWaits()
}

it('a mutation that PostgreSQL cancelled as a deadlock is retried and done once', async () => {
  const by = await buildMember(app.db, app.now(), { role: 3 })
  const [first, second] = [await buildCustomer(app, by), await buildCustomer(app, by)]
  const lock = (id: number) =>
    sql`select from customer where dealer_id = ${by.dealerId} and id = ${id} for update`
  const merging = app.db.transaction().execute(async (trx) => {
    // PostgreSQL cancels the transaction that detects the deadlock first; the long timeout keeps it from being this one.
    await sql`set local deadlock_timeout = '1min'`.execute(trx)
    await lock(second.customerId).execute(trx)
    const form = { masterCustomerId: first.customerId, slaveCustomerId: second.customerId }
    const answer = app.post(rooms.customer.merge, by.token, form)
    await untilOneWaits()
    await lock(first.customerId).execute(trx)
    return { answer }
  })
  expect(await (await merging).answer).toMatchObject({ status: '0' })
  const audits = app.db.selectFrom('audit').select('action').where('action', '=', 'merge')
  expect(await audits.execute()).toHaveLength(1)
})
