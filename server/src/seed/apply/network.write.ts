import { randomBytes } from 'node:crypto'
import { adminRoles } from '@showroom/contract/access/access.rules'
import { kindOfAction } from '@showroom/contract/kernel/audit'
import type { AuditAction } from '@showroom/contract/kernel/audit'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { handlesFront } from '@showroom/contract/team/member.rules'
import type { Client } from 'pg'
import { hashPassword, sha256Hex } from '../../access/password/password.ts'
import { executorOn } from '../../platform/db/client.ts'
import { notifying } from '../../platform/db/notify.ts'
import { textKind } from '../../platform/texts/outbox.repository.ts'
import { postText } from '../../platform/texts/outbox.ts'
import { renumberedTexts } from '../../team/renumbered.ts'
import type { DealerPlan, Plan } from './network.check.ts'
import type { MemberChange } from './network.members.ts'
import { writeSources } from './network.sources.ts'
import { specOf } from './network.sheets.ts'
import { readState, thingOf } from './network.state.ts'
import type { Member, State } from './network.state.ts'
import { changesOf, digestOf, givenBy, keyOf } from './rows.ts'

/** Writes a plan in the caller's transaction, each table in a few statements. Returns lines to print. */
export async function writeNetwork(
  client: Client,
  plan: Plan,
  state: State,
  {
    serverSecret,
    now,
    codes,
  }: { readonly serverSecret: string; readonly now: Date; readonly codes: readonly string[] },
): Promise<string[]> {
  for (const { from, to } of plan.renamedGroups)
    await client.query('update dealer_group set name = $2 where name = $1', [from, to])
  await client.query('insert into dealer_group (name) select unnest($1::text[])', [plan.newGroups])
  await writeDealers(client, plan.dealers, now)
  await writeMembers(client, plan.members, { state, serverSecret, now })
  await writeLeavers(client, plan.leavers, now)
  await writeAudits(client, plan, state, now)
  await announce(client, plan)
  const notes = await writeSources(client, plan.sources, serverSecret, now)
  await rememberGiven(client, plan, codes)
  return notes
}

/** Makes every process read the sessions of changed stores again, and assign their waiting leads under the new policies and members. */
async function announce(client: Client, { dealers, members, leavers }: Plan): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select id from dealer where code = any($1) or id = any($2)',
    [
      [...dealers.map(({ code }) => code), ...members.map(({ dealerCode }) => dealerCode)],
      leavers.map(({ dealerId }) => dealerId),
    ],
  )
  await client.query(notifying, ['session_changed', rows.map(({ id }) => `dealer:${id}`)])
  await client.query(notifying, ['lead_backlog', rows.map(({ id }) => String(id))])
}

const json = (rows: readonly object[]): string => JSON.stringify(rows)

async function writeDealers(client: Client, dealers: readonly DealerPlan[], now: Date): Promise<void> {
  const rows = dealers.map(({ before, ...dealer }) => ({
    ...dealer,
    regrouped: before !== undefined && before.group !== dealer.group,
  }))
  await client.query(
    `insert into dealer as d (code, name, group_id, province, city, area, address, online_policy, city_pool_enable, created_at)
     select r.code, r.name, coalesce(g.id, 0), r.province, r.city, r.area,
            r.address, r.policy, r."cityPool", $2
     from jsonb_to_recordset($1) r (code text, name text, "group" text, province text, city text, area text, address text,
                                    policy smallint, "cityPool" boolean)
     -- If several groups share a name, a dealer stays in its current one.
     left join lateral (select g.id from dealer_group g left join dealer own on own.code = r.code where g.name = r."group"
                        order by g.id is distinct from own.group_id, g.id limit 1) g on true
     on conflict (code) do update set
       name = excluded.name, group_id = excluded.group_id, province = excluded.province, city = excluded.city, area = excluded.area,
       address = excluded.address, online_policy = excluded.online_policy, city_pool_enable = excluded.city_pool_enable`,
    [json(rows), now],
  )
  const regrouped = rows.filter((row) => row.regrouped).map(({ code }) => code)
  // The mobiles registered for a group follow the store to its new group.
  await client.query(
    'delete from group_mobile m using dealer d where d.code = any($1) and m.dealer_id = d.id',
    [regrouped],
  )
  await client.query(
    `insert into group_mobile (group_id, mobile, dealer_id)
     select distinct d.group_id, c.mobile, d.id from dealer d join customer c on c.dealer_id = d.id
     where d.code = any($1) and d.group_id <> 0 and c.merged_into_id is null and c.mobile <> ''`,
    [regrouped],
  )
}

const memberFields = `"dealerCode" text, mobile text, name text, "identifyNo" text, role smallint, modules text[], superior text,
  status smallint, "siebelId" text, "siebelPosition" text, "handleFront" boolean, id bigint, "oldMobile" text`

async function writeMembers(
  client: Client,
  changes: readonly MemberChange[],
  { state, serverSecret, now }: Renumbering,
): Promise<void> {
  const rows = changes.map(({ before, ...member }) => ({
    ...member,
    handleFront: handlesFront(member.role, member.modules),
    ...(before && { id: before.id, oldMobile: before.mobile }),
  }))
  const fresh = json(rows.filter(({ id }) => id === undefined))
  const existing = json(rows.filter(({ id }) => id !== undefined))
  // Hash of a random password, so that new members must first set one through 忘记密码.
  const noPassword = await hashPassword(sha256Hex(randomBytes(32).toString('hex')))
  await client.query(
    `insert into account (mobile, name, identify_no, password_hash, created_at)
     select distinct on (r.mobile) r.mobile, r.name, coalesce(nullif(r."identifyNo", ''), o.identify_no, ''), $2, $3 from jsonb_to_recordset($1) r (${memberFields})
     left join account o on o.mobile = r."oldMobile"
     on conflict (mobile) do nothing`,
    [json(rows), noPassword, now],
  )
  await client.query(
    `insert into member (dealer_id, account_id, name, role, modules, handle_front, status, siebel_id, siebel_position, created_at)
     select d.id, a.id, r.name, r.role, r.modules, r."handleFront", r.status, r."siebelId", r."siebelPosition", $2
     from jsonb_to_recordset($1) r (${memberFields})
     join dealer d on d.code = r."dealerCode" join account a on a.mobile = r.mobile`,
    [fresh, now],
  )
  await client.query(
    `update member m set account_id = a.id, name = r.name, role = r.role, modules = r.modules, handle_front = r."handleFront", status = r.status,
            siebel_id = r."siebelId", siebel_position = r."siebelPosition", row_version = m.row_version + 1
     from jsonb_to_recordset($1) r (${memberFields}) join dealer d on d.code = r."dealerCode"
     join account a on a.mobile = r.mobile where m.dealer_id = d.id and m.id = r.id`,
    [existing],
  )
  await client.query(
    `update member m set manager_id = s.superior
     from (select d.id as dealer_id, a.id as account_id, t.id as superior
           from jsonb_to_recordset($1) r (${memberFields})
           join dealer d on d.code = r."dealerCode" join account a on a.mobile = r.mobile
           left join account ta on ta.mobile = r.superior
           left join member t on t.dealer_id = d.id and t.account_id = ta.id and t.left_at is null) s
     where m.dealer_id = s.dealer_id and m.account_id = s.account_id and m.left_at is null
       and m.manager_id is distinct from s.superior`,
    [json(rows)],
  )
  const frozen = changes.flatMap(({ before, status }) =>
    before?.status === 0 && status !== 0 ? [before] : [],
  )
  await endSessions(client, frozen, endedAs.frozen)
  const renumbered = changes.flatMap(({ before, ...after }) =>
    before && before.mobile !== after.mobile ? [{ before, ...after }] : [],
  )
  await endSessions(
    client,
    renumbered.map(({ before }) => before),
    endedAs.renumbered,
  )
  await notifyRenumbered(client, renumbered, { state, serverSecret, now })
}

interface Renumbering {
  readonly state: State
  readonly serverSecret: string
  readonly now: Date
}

/** Notifies both numbers and every admin of changed sign-in numbers, as a change in the product does. */
async function notifyRenumbered(
  client: Client,
  renumbered: readonly (MemberChange & { readonly before: Member })[],
  { state, serverSecret, now }: Renumbering,
): Promise<void> {
  const all = renumbered.map(({ before: { dealerId, mobile: former }, dealerCode, name, mobile }) => {
    const store = state.dealers.get(dealerCode)?.name ?? ''
    const texts = renumberedTexts({ name, store, by: '运营方', from: former, to: mobile })
    return { dealerId, former, mobile, ...texts }
  })
  const db = executorOn(client)
  for (const { dealerId, former, mobile, old, current } of all) {
    const own = { dealerId, kind: textKind.own, at: now }
    await postText(db, serverSecret, { ...own, mobile: former, content: old })
    await postText(db, serverSecret, { ...own, mobile, content: current })
  }
  const notices = all.map(({ dealerId, admins }) => ({ dealerId, text: admins }))
  await client.query(
    `insert into notice (dealer_id, member_id, kind, text, created_at)
     select m.dealer_id, m.id, $2, r.text, $3 from jsonb_to_recordset($1) r ("dealerId" int, text text)
     join member m on m.dealer_id = r."dealerId" where m.role = any($4) and m.status = 0 and m.left_at is null`,
    [json(notices), noticeKind.signInChanged, now, [...adminRoles]],
  )
}

/** Values of `session.ended_as` (migration 0026). */
export const endedAs = { frozen: 1, left: 2, renumbered: 4, reset: 5 } as const

const endSessions = (client: Client, members: readonly Member[], why: number) =>
  client.query(
    `update session s set ended_as = $2 from jsonb_to_recordset($1) r ("dealerId" int, id bigint)
     where s.dealer_id = r."dealerId" and s.member_id = r.id and s.ended_as = 0`,
    [json(members), why],
  )

async function writeLeavers(client: Client, leavers: readonly Member[], now: Date): Promise<void> {
  await client.query(
    `update member m set left_at = $2, manager_id = null, row_version = m.row_version + 1
     from jsonb_to_recordset($1) r ("dealerId" int, id bigint) where m.dealer_id = r."dealerId" and m.id = r.id`,
    [json(leavers), now],
  )
  await client.query(
    `update member m set manager_id = null
     from jsonb_to_recordset($1) r ("dealerId" int, id bigint) where m.dealer_id = r."dealerId" and m.manager_id = r.id`,
    [json(leavers)],
  )
  await endSessions(client, leavers, endedAs.left)
}

interface Entry {
  readonly code: string
  readonly action: AuditAction
  /** Mobile of the member concerned, or name of the setting. */
  readonly mobile?: string
  readonly setting?: string
  readonly detail: object
}

const source = 'npm run network'

/** Audits everything created and changed, like changes made in the product, so that it can be traced later. */
async function writeAudits(client: Client, plan: Plan, state: State, now: Date): Promise<void> {
  const codeOf = new Map([...state.dealers.values()].map(({ id, code }) => [id, code]))
  const ofMembers = plan.members.map((after): Entry => {
    const { dealerCode: code, mobile, name, role, modules } = after
    if (!after.before) return { code, mobile, action: 'member-add', detail: { name, role, modules, source } }
    const changes = Object.fromEntries(
      changesOf(after).map(({ key, old, new: to }): [string, unknown] => [
        key,
        // The audit never holds a number in clear.
        key === 'superior'
          ? 'changed'
          : key === 'mobile'
            ? { from: maskMobile(String(old)), to: maskMobile(String(to)) }
            : { from: old, to },
      ]),
    )
    const isRenumbered = 'mobile' in changes
    const detail = { ...changes, ...(isRenumbered && { isNewPerson: false }), source }
    return { code, mobile, action: 'member-update', detail }
  })
  const ofLeavers = plan.leavers.map(({ dealerId, mobile }): Entry => ({
    code: codeOf.get(dealerId) ?? '',
    mobile,
    action: 'member-leave',
    detail: { source },
  }))
  const ofDealers = plan.dealers.flatMap((after): Entry[] =>
    changesOf(after).map(({ key, old, new: to }) => ({
      code: after.code,
      action: 'setting',
      setting: key === 'cityPool' ? 'cityPoolEnable' : key,
      detail: { old, new: to, source },
    })),
  )
  const entries = [...ofMembers, ...ofLeavers, ...ofDealers]
  await client.query(
    `insert into audit (dealer_id, action, kind, record, detail, at)
     select d.id, r.action, r.kind, case when r.mobile is null then 'setting:' || r.setting else 'member:' || m.id end, r.detail, $2
     from jsonb_to_recordset($1) r (code text, action text, kind smallint, mobile text, setting text, detail jsonb)
     join dealer d on d.code = r.code
     left join account a on a.mobile = r.mobile
     left join (
       select dealer_id, account_id, max(id) as id from member
       where dealer_id in (select id from dealer where code = any($3)) group by dealer_id, account_id
     ) m on m.dealer_id = d.id and m.account_id = a.id`,
    [
      json(entries.map((entry) => ({ ...entry, kind: kindOfAction(entry.action) }))),
      now,
      [...new Set(entries.map(({ code }) => code))],
    ],
  )
}

/** Remembers the values that the file gave, and those that it changed, so that no older file brings them back. */
async function rememberGiven(client: Client, { effects }: Plan, codes: readonly string[]): Promise<void> {
  const { groups, dealers, members, sources } = await readState(client, codes, [])
  const codeOf = new Map([...dealers.values()].map(({ id, code }) => [id, code]))
  const things: Readonly<Record<string, ReadonlyMap<string, number>>> = {
    集团: new Map(groups.map(({ id, name }) => [name, id])),
    门店: new Map([...dealers.values()].map(({ id, code }) => [code, id])),
    成员: new Map(members.map(({ id, dealerId, mobile }) => [`${codeOf.get(dealerId)} ${mobile}`, id])),
    线索来源: new Map(sources.map(({ id, name }) => [name, id])),
  }
  const rows = effects.map((effect) => {
    const spec = specOf(effect)
    const given = givenBy(spec, effect).flatMap(({ key, old, new: to, isChanged }) =>
      [to, ...(isChanged ? [old] : [])].map((value) => digestOf(key, value)),
    )
    return { thing: thingOf(spec.name, things[spec.name]?.get(keyOf(spec, effect)) ?? 0), given }
  })
  await client.query(
    `insert into network_row as n (thing, given)
     select thing, given from jsonb_to_recordset($1) r (thing text, given text[])
     on conflict (thing) do update set
       given = array(select distinct one from unnest(n.given || excluded.given) one)`,
    [json(rows)],
  )
}
