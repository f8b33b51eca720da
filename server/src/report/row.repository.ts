import { owningRoles } from '@showroom/contract/access/access.rules'
import { source } from '@showroom/contract/customer/customer.rules'
import { platformRemark } from '@showroom/contract/report/report.rules'
import type { ReportRow } from '@showroom/contract/report/report.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** The member, series, source or car of a report row, in the usual order. */
export interface RowOf extends Pick<ReportRow, 'id' | 'otherId' | 'name' | 'isLeft' | 'isPlatform'> {
  /** Keeps the row even if all its numbers are 0. */
  readonly isUsual: boolean
}

/** Lists all members the store ever had. A member who owns customers now always gets a row. The row without an owner (0) comes last. */
export async function listMembers(db: Executor, { dealerId }: Scope): Promise<RowOf[]> {
  const { rows } = await sql<RowOf>`
    select m.id, 0 as "otherId", m.name, m.left_at is not null as "isLeft", false as "isPlatform",
           m.status = 0 and m.left_at is null and m.role = any(${owningRoles}::int[]) as "isUsual"
    from member m where m.dealer_id = ${dealerId}
    order by m.left_at is not null, m.name collate "zh-x-icu", m.id`.execute(db)
  return [...rows, { ...noOne, name: '未分配' }]
}

const noOne = { id: 0, otherId: 0, isLeft: false, isPlatform: false, isUsual: false } as const

/** Lists our own series. A discontinued one appears only if it has numbers. */
export async function listSeries(db: Executor): Promise<RowOf[]> {
  const { rows } = await sql<RowOf>`
    select s.id, 0 as "otherId", s.name, false as "isLeft", false as "isPlatform", not s.is_off as "isUsual"
    from series s order by s.position, s.id`.execute(db)
  return [...rows, { ...noOne, name: '未填写' }]
}

/** Lists the store's test-drive cars by series and plate. A removed one appears only if it has numbers. */
export async function listCars(db: Executor, { dealerId }: Scope): Promise<RowOf[]> {
  const { rows } = await sql<RowOf>`
    select t.id, 0 as "otherId", mask_text(t.plate) || coalesce(' ' || s.name, '') as name, false as "isLeft", false as "isPlatform",
           t.removed_at is null as "isUsual"
    from test_car t left join series s on s.id = t.series_id
    where t.dealer_id = ${dealerId} order by s.position, t.plate, t.id`.execute(db)
  return rows
}

/** Lists the sources of walk-in customers: the dictionary's, then the store's own. */
export async function listOfflineSources(db: Executor, { dealerId }: Scope): Promise<RowOf[]> {
  const { rows } = await sql<RowOf>`
    select value::int as id, 0 as "otherId", display as name, false as "isLeft", false as "isPlatform", not is_off as "isUsual"
    from dictionary
    where kind = 'customerFromSources' and value ~ '^[0-9]{1,9}$' and value not in (${String(source.network)}, ${String(source.custom)})
    order by position`.execute(db)
  const { rows: own } = await sql<RowOf>`
    select ${source.custom}::int as id, c.id as "otherId", mask_text(c.name) as name, false as "isLeft", false as "isPlatform", false as "isUsual"
    from custom_source c where c.dealer_id = ${dealerId} order by c.id`.execute(db)
  return [...rows, ...own]
}

/** Lists the sources of online leads. */
export async function listOnlineSources(db: Executor): Promise<RowOf[]> {
  const { rows } = await sql<RowOf>`
    select value::int as id, 0 as "otherId", display as name, false as "isLeft", remark = ${platformRemark} as "isPlatform",
           not is_off as "isUsual"
    from dictionary where kind = 'onlineSources' and value ~ '^[0-9]{1,9}$'
    order by position`.execute(db)
  return rows
}
