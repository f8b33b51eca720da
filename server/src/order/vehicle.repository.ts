import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'

/** What can be ordered: base data, the same for all stores. */

/** A material: a configuration of a model in a colour. */
export interface Vehicle {
  readonly skuId: number
  readonly seriesId: number
  readonly seriesName: string
  readonly modelId: number
  readonly modelName: string
  readonly color: string
}

const vehicle = sql`
  k.id as "skuId", s.id as "seriesId", s.name as "seriesName", m.id as "modelId", m.name as "modelName", k.color`
const material = sql`
  sku k join configuration c on c.id = k.configuration_id join model m on m.id = c.model_id join series s on s.id = m.series_id`

/** The materials with these ids, by id. */
export async function findVehicles(
  db: Executor,
  skuIds: readonly number[],
): Promise<ReadonlyMap<number, Vehicle>> {
  const { rows } = await sql<Vehicle>`
    select ${vehicle} from ${material} where k.id = any(${skuIds}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.skuId, row]))
}

/** A model in a colour, its first configuration that comes in it; `missing` says which of both there is not. */
export async function findInColor(
  db: Executor,
  modelId: number,
  color: string,
): Promise<Vehicle | { readonly missing: 'model' | 'color' }> {
  const { rows } = await sql<Vehicle>`
    select ${vehicle} from ${material} where m.id = ${modelId} and k.color = ${color} order by k.id limit 1`.execute(
    db,
  )
  if (rows[0]) return rows[0]
  const model = await db.selectFrom('model').select('id').where('id', '=', modelId).executeTakeFirst()
  return { missing: model ? 'color' : 'model' }
}
