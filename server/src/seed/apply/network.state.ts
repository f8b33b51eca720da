import type { Client } from 'pg'

/** State of the network in the database that an import file refers to. */

export interface Dealer {
  readonly id: number
  readonly code: string
  readonly name: string
  /** Empty for none. */
  readonly group: string
  readonly province: string
  readonly city: string
  readonly area: string
  readonly address: string
  readonly policy: number
  readonly cityPool: boolean
}
export interface Member {
  readonly id: number
  readonly dealerId: number
  readonly mobile: string
  readonly name: string
  readonly role: number
  readonly modules: readonly string[]
  /** Id of the superior; 0 for none. */
  readonly managerId: number
  /** 0 normal, -1 frozen. */
  readonly status: number
  readonly siebelId: string
  readonly siebelPosition: string
  /** Owns customers, open tasks or waiting leads. Such a member must leave through the product, which hands these over. */
  readonly hasWork: boolean
}
/** A system that may send leads. */
export interface Source {
  readonly name: string
  /** Code of onlineSources. */
  readonly sourceId: number
  /** Leads per second. */
  readonly rate: number
  readonly active: boolean
}
export interface State {
  /** Names of groups. A name that several groups share is ambiguous. */
  readonly groups: readonly string[]
  /** Dealers of the file, by code. */
  readonly dealers: ReadonlyMap<string, Dealer>
  /** Active members of those dealers. */
  readonly members: readonly Member[]
  /** Roles with their default modules, by number and by name. */
  readonly roles: ReadonlyMap<string, { readonly role: number; readonly modules: readonly string[] }>
  /** Province, city and district joined into one text. */
  readonly regions: ReadonlySet<string>
  readonly sources: readonly Source[]
  /** Channel codes of leads, by code and by name. */
  readonly channels: ReadonlyMap<string, number>
}

export const regionKey = (...names: readonly string[]): string => JSON.stringify(names)

/**
 * Reads the state and locks it until the transaction ends: one network file at a time, and no other change to those dealers or their teams
 * (docs/decisions/0020-lock-order.md).
 */
export async function readState(client: Client, codes: readonly string[]): Promise<State> {
  await client.query(`select pg_advisory_xact_lock(hashtext('showroom network'))`)
  await client.query(
    `select pg_advisory_xact_lock(hashtext('team'), id)
     from (select id from dealer where code = any($1) order by id offset 0) known`,
    [codes],
  )
  const groups = await client.query<{ name: string }>('select name from dealer_group order by id for update')
  const dealers = await client.query<Dealer>(
    `select d.id, d.code, d.name, coalesce(g.name, '') as "group", d.province, d.city, d.area, d.address,
            d.online_policy as policy, d.city_pool_enable as "cityPool"
     from dealer d left join dealer_group g on g.id = d.group_id where d.code = any($1) order by d.id for update of d`,
    [codes],
  )
  const members = await client.query<Member>(
    `select m.id, m.dealer_id as "dealerId", a.mobile, m.name, m.role, m.modules, coalesce(m.manager_id, 0) as "managerId",
            m.status, m.siebel_id as "siebelId", m.siebel_position as "siebelPosition",
            exists (select from deal d where d.dealer_id = m.dealer_id and d.owner_id = m.id and d.is_current)
            or exists (select from activity y where y.dealer_id = m.dealer_id and y.owner_id = m.id
                       and y.completed_at is null and y.cancelled_at is null)
            or exists (select from lead l where l.dealer_id = m.dealer_id and l.owner_id = m.id
                       and l.assigned_at is not null and l.first_follow_at is null) as "hasWork"
     from member m join account a on a.id = m.account_id
     where m.dealer_id = any($1) and m.left_at is null order by m.id`,
    [dealers.rows.map(({ id }) => id)],
  )
  const roles = await client.query<{ value: string; display: string; remark: string }>(
    `select value, display, remark from dictionary where kind = 'dealerMemberRoles' order by value::int`,
  )
  const regions = await client.query<{ names: string[] }>(
    `select array[p.name, c.name, a.name] as names from region a join region c on c.code = a.parent_code
     join region p on p.code = c.parent_code where a.level = 3`,
  )
  const sources = await client.query<Source>(
    `select name, source_id as "sourceId", rate, active from lead_source where sends = 'leads' order by id for update`,
  )
  const channels = await client.query<{ value: string; display: string }>(
    `select value, display from dictionary where kind = 'onlineSources' order by value::int`,
  )
  return {
    groups: groups.rows.map(({ name }) => name),
    dealers: new Map(dealers.rows.map((dealer) => [dealer.code, dealer])),
    members: members.rows,
    roles: new Map(
      roles.rows.flatMap(({ value, display, remark }) => {
        const role = { role: Number(value), modules: remark.split(',').filter(Boolean) }
        return [[value, role] as const, [display, role] as const]
      }),
    ),
    sources: sources.rows,
    channels: new Map(
      channels.rows.flatMap(({ value, display }) => [
        [value, Number(value)] as const,
        [display, Number(value)] as const,
      ]),
    ),
    regions: new Set(regions.rows.map(({ names }) => regionKey(...names))),
  }
}
