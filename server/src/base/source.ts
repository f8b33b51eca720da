import { source } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import { anyOf, oneOrOther } from '../platform/db/conditions.ts'
import type { Condition } from '../platform/db/conditions.ts'

/** What every list that is filtered by where customers came from is asked. */
export interface SourceFilters {
  /** 0 all, 1 online, 2 offline. */
  readonly fromType: number
  readonly fromSources?: readonly number[]
  readonly onlineSources?: readonly number[]
}

const network = sql.lit(source.network)

/** The conditions on deal `d` that it came from there. */
export const sourceConditions = ({
  fromType,
  fromSources = [],
  onlineSources = [],
}: SourceFilters): Condition[] => [
  ...oneOrOther(fromType, sql`d.from_source = ${network}`, sql`d.from_source <> ${network}`),
  ...anyOf('d.from_source', fromSources),
  ...(onlineSources.length > 0
    ? [sql`d.from_source = ${network} and d.other_source = any(${onlineSources}::bigint[])`]
    : []),
]
