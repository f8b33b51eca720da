import { switchingRoles } from '@showroom/contract/access/access.rules'
import type { Client } from 'pg'
import { executorOn } from '../../platform/db/client.ts'
import { lockNetwork } from '../../platform/db/network-lock.ts'

/** State of the network in the database that an import file refers to. */

/** Fields of a dealer that the workbook sets. */
export interface DealerRow {
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
export interface Dealer extends DealerRow {
  readonly id: number
  /** Is merged into another store or removed, or was begun to be. */
  readonly isGone: boolean
  /** Another store is being merged into it. */
  readonly isReceiving: boolean
  /** Stores of its group that get its leads while it is closed, or whose leads it gets, by code. */
  readonly leadPartners: readonly string[]
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
  /** Has left the dealer. */
  readonly hasLeft: boolean
  /** Owns customers, open tasks or waiting leads. Such a member must leave through the product, which hands these over. */
  readonly hasWork: boolean
}
/** A system that may send leads. */
export interface Source {
  readonly id: number
  readonly name: string
  /** Code of onlineSources. */
  readonly sourceId: number
  /** Leads per second. */
  readonly rate: number
  readonly active: boolean
}
export interface Account {
  /** Names of the account and of its members. */
  readonly names: readonly string[]
  /** Works at some store now. */
  readonly isAtWork: boolean
}
export interface State {
  /** A name that several groups share is ambiguous. */
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  /** Dealers of the file, by code. */
  readonly dealers: ReadonlyMap<string, Dealer>
  /** Stores in groups of members who switch between several, by mobile. */
  readonly groupSeats: ReadonlyMap<string, readonly { readonly code: string; readonly group: string }[]>
  /** Active members of those dealers. */
  readonly members: readonly Member[]
  /** Former members of those dealers. */
  readonly leavers: readonly Member[]
  /** Accounts of the file's mobiles, by mobile. */
  readonly accounts: ReadonlyMap<string, Account>
  /** Values that earlier files gave, by `thingOf` their row. */
  readonly given: ReadonlyMap<string, ReadonlySet<string>>
  /** Roles with their default modules, by number and by name. */
  readonly roles: ReadonlyMap<string, { readonly role: number; readonly modules: readonly string[] }>
  /** Districts by province and city. */
  readonly regions: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
  readonly sources: readonly Source[]
  /** Channel codes of leads, by code and by name. */
  readonly channels: ReadonlyMap<string, number>
}

/** Key of a group, dealer, member or lead source in `network_row`. */
export const thingOf = (sheet: string, id: number): string => `${sheet}:${id}`

/**
 * Reads the state and locks it until the transaction ends: one network file at a time, and no other change to those dealers or their teams
 * (docs/decisions/0020-lock-order.md).
 */
export async function readState(
  client: Client,
  codes: readonly string[],
  mobiles: readonly string[],
): Promise<State> {
  await lockNetwork(executorOn(client))
  await client.query(
    `select pg_advisory_xact_lock(hashtext('team'), id)
     from (select id from dealer where code = any($1) order by id offset 0) known`,
    [codes],
  )
  const groups = await client.query<State['groups'][number]>(
    'select id, name from dealer_group order by id for update',
  )
  const dealers = await client.query<Dealer>(
    `select d.id, d.code, d.name, coalesce(g.name, '') as "group", d.province, d.city, d.area, d.address,
            d.online_policy as policy, d.city_pool_enable as "cityPool",
            exists (select from store_move v where v.store_id = d.id) as "isGone",
            exists (select from store_move v where v.into_id = d.id and v.ended_at is null) as "isReceiving",
            array(select p.code from dealer p where p.group_id = d.group_id and p.merged_into_id is null and d.merged_into_id is null
                    and (p.id = d.successor_id or p.successor_id = d.id) order by p.code) as "leadPartners"
     from dealer d left join dealer_group g on g.id = d.group_id where d.code = any($1) order by d.id for update of d`,
    [codes],
  )
  const members = await client.query<Member>(
    `select m.id, m.dealer_id as "dealerId", a.mobile, m.name, m.role, m.modules, coalesce(m.manager_id, 0) as "managerId",
            m.status, m.siebel_id as "siebelId", m.siebel_position as "siebelPosition",
            m.left_at is not null as "hasLeft",
            m.left_at is null and (exists (select from deal d where d.dealer_id = m.dealer_id and d.owner_id = m.id and d.is_current)
            or exists (select from activity y where y.dealer_id = m.dealer_id and y.owner_id = m.id
                       and y.completed_at is null and y.cancelled_at is null)
            or exists (select from lead l where l.dealer_id = m.dealer_id and l.owner_id = m.id
                       and l.assigned_at is not null and l.first_follow_at is null)) as "hasWork"
     from member m join account a on a.id = m.account_id
     where m.dealer_id = any($1) order by m.id`,
    [dealers.rows.map(({ id }) => id)],
  )
  const roles = await client.query<{ value: string; display: string; remark: string }>(
    `select value, display, remark from dictionary where kind = 'dealerMemberRoles' order by value::int`,
  )
  const given = await client.query<{ thing: string; given: string[] }>('select thing, given from network_row')
  const regions = await client.query<{ province: string; cities: Record<string, string[]> }>(
    `select c.province, json_object_agg(c.city, c.areas order by c.code) as cities
     from (select p.code as first, p.name as province, c.code, c.name as city, json_agg(a.name order by a.code) as areas
           from region a join region c on c.code = a.parent_code join region p on p.code = c.parent_code
           where a.level = 3 group by p.code, p.name, c.code, c.name) c
     group by c.first, c.province order by c.first`,
  )
  const sources = await client.query<Source>(
    `select id, name, source_id as "sourceId", rate, active from lead_source where sends = 'leads' order by id for update`,
  )
  const channels = await client.query<{ value: string; display: string }>(
    `select value, display from dictionary where kind = 'onlineSources' order by value::int`,
  )
  return {
    groups: groups.rows,
    dealers: new Map(dealers.rows.map((dealer) => [dealer.code, dealer])),
    groupSeats: await readGroupSeats(client),
    members: members.rows.filter(({ hasLeft }) => !hasLeft),
    leavers: members.rows.filter(({ hasLeft }) => hasLeft),
    accounts: await readAccounts(client, mobiles),
    given: new Map(given.rows.map((row) => [row.thing, new Set(row.given)])),
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
    regions: new Map(regions.rows.map(({ province, cities }) => [province, new Map(Object.entries(cities))])),
  }
}

/** Reads who holds or held the mobiles. */
async function readAccounts(client: Client, mobiles: readonly string[]): Promise<State['accounts']> {
  const accounts = await client.query<{ mobile: string; name: string }>(
    'select mobile, name from account where mobile = any($1)',
    [mobiles],
  )
  const holders = await client.query<Account & { mobile: string }>(
    `select a.mobile, array_agg(m.name) as names, bool_or(m.left_at is null) as "isAtWork"
     from account a join member m on m.account_id = a.id where a.mobile = any($1) group by a.mobile`,
    [mobiles],
  )
  const holderOf = new Map(holders.rows.map((row) => [row.mobile, row]))
  return new Map(
    accounts.rows.map(({ mobile, name }) => {
      const { names = [], isAtWork = false } = holderOf.get(mobile) ?? {}
      return [mobile, { names: [name, ...names], isAtWork }]
    }),
  )
}

async function readGroupSeats(client: Client): Promise<State['groupSeats']> {
  const groupSeats = await client.query<{ mobile: string; seats: { code: string; group: string }[] }>(
    `select a.mobile, json_agg(json_build_object('code', d.code, 'group', g.name)) as seats
     from member m join account a on a.id = m.account_id join dealer d on d.id = m.dealer_id
     join dealer_group g on g.id = d.group_id
     where m.left_at is null and m.role = any($1) group by a.mobile having count(*) > 1`,
    [switchingRoles],
  )
  return new Map(groupSeats.rows.map(({ mobile, seats }) => [mobile, seats]))
}
