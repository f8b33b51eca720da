import { source } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import { anyOf, oneOrOther } from '../platform/db/conditions.ts'
import type { Condition } from '../platform/db/conditions.ts'

/** Source filters shared by all lists of customers. */
export interface SourceFilters {
  /** 0 all, 1 online, 2 offline. */
  readonly fromType: number
  readonly fromSources?: readonly number[]
  readonly onlineSources?: readonly number[]
  /** Custom sources of the store. */
  readonly otherSources?: readonly number[]
}

/** Conditions on the source of deal `d`, or of order `o`, which copies its deal's source. */
export function sourceConditions(
  { fromType, fromSources = [], onlineSources = [], otherSources = [] }: SourceFilters,
  table: 'd' | 'o' = 'd',
): Condition[] {
  const from = sql.ref(`${table}.from_source`)
  const online = sql`${from} = ${sql.lit(source.network)}`
  const isOf = (which: Condition, ids: readonly number[]): Condition[] =>
    ids.length > 0 ? [which, ...anyOf(`${table}.other_source`, ids)] : []
  return [
    ...oneOrOther(fromType, online, sql`not ${online}`),
    ...anyOf(`${table}.from_source`, fromSources),
    ...isOf(online, onlineSources),
    ...isOf(sql`${from} = ${sql.lit(source.custom)}`, otherSources),
  ]
}
