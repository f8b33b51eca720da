import { serial } from '../../test/serial.ts'
import type { Database } from '../platform/db/client.ts'

interface Built {
  readonly dealerId: number
  readonly seriesId?: number
  readonly isOff?: boolean
}

/** Inserts a test-drive car that can be booked from 9:00 to 18:00. */
export async function buildCar(db: Database, now: Date, built: Built): Promise<number> {
  const { id } = await db
    .insertInto('test_car')
    .values({
      dealer_id: built.dealerId,
      series_id: built.seriesId ?? 1201,
      plate: `浙A${serial()}`,
      opens_at: 540,
      closes_at: 1080,
      is_off: built.isOff ?? false,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
