import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'

/** Vehicles that can be ordered: base data shared by all stores. */

/** A material: a configuration of a model in one colour. */
export interface Vehicle {
  readonly skuId: number
  readonly seriesId: number
  readonly seriesName: string
  readonly modelId: number
  readonly modelName: string
  readonly color: string
  /** The material or one of its parents is switched off, so it cannot be ordered any more. */
  readonly isOff: boolean
}

const vehicle = sql`
  k.id as "skuId", s.id as "seriesId", s.name as "seriesName", m.id as "modelId", m.name as "modelName", k.color,
  s.is_off or m.is_off or c.is_off or k.is_off as "isOff"`
const material = sql`
  sku k join configuration c on c.id = k.configuration_id join model m on m.id = c.model_id join series s on s.id = m.series_id`

/** Finds materials by id. */
export async function findVehicles(
  db: Executor,
  skuIds: readonly number[],
): Promise<ReadonlyMap<number, Vehicle>> {
  const { rows } = await sql<Vehicle>`
    select ${vehicle} from ${material} where k.id = any(${skuIds}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.skuId, row]))
}

/** Finds the first configuration of a model in a colour. `missing` names which of the two is not offered. */
export async function findInColor(
  db: Executor,
  modelId: number,
  color: string,
): Promise<Vehicle | { readonly missing: 'model' | 'color' }> {
  const { rows } = await sql<Vehicle>`
    select ${vehicle} from ${material}
    where m.id = ${modelId} and not (s.is_off or m.is_off) order by k.color = ${color} and not (c.is_off or k.is_off) desc, k.id
    limit 1`.execute(db)
  const [found] = rows
  if (!found) return { missing: 'model' }
  return found.color === color && !found.isOff ? found : { missing: 'color' }
}
