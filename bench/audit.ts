import { rooms } from '@showroom/contract'
import { role as roles } from '@showroom/contract/access/access.rules'
import { auditMost } from '@showroom/contract/audit/audit.schema'
import { dayText, lastDays } from '@showroom/contract/kernel/day'
import { auditKinds, kindOfAction } from '@showroom/contract/kernel/audit'
import type { AuditAction } from '@showroom/contract/kernel/audit'
import { ask } from './database.ts'
import { now, pick, times } from './scenarios.ts'
import type { Reader, Scenario } from './scenarios.ts'

/** The audit and the export log after two years of twenty stores, and the member list of a large team. */

export const auditRows = 5_000_000
const exportRows = 100_000
const days = 730
export const teamSize = 200

/** Shares of the audited actions in percent; most reveal a number. */
const shares: readonly (readonly [AuditAction, number])[] = [
  ['reveal', 55],
  ['sign-in', 25],
  ['handover', 8],
  ['export', 4],
  ['confirm-defeat', 4],
  ['member-update', 2],
  ['setting', 2],
]
const actions = shares.flatMap(([action, share]) => times(share, () => action))

/**
 * Fills in missing audit data: two years of actions by each store's members on its own customers, one boss per store
 * (the only role that reads the export log), and a large team for the last store.
 */
export async function fillAudit(url: string, report: (line: string) => void): Promise<void> {
  await addMembers(url)
  const [counted] = await ask<{ whole: boolean }>(url, `select count(*) >= $1 as whole from audit`, [
    auditRows,
  ])
  if (counted?.whole) return
  report(`${auditRows.toLocaleString('en')} rows of the audit, ${exportRows.toLocaleString('en')} exports`)
  // Inserts both or neither. Each store's rows run from its first day to now; `hashint4` shuffles reproducibly.
  await ask(
    url,
    `with store as (
       select d.id as dealer_id, row_number() over (order by d.id) as place, count(*) over () as stores,
              (select array_agg(m.id order by m.id) from member m where m.dealer_id = d.id and m.left_at is null) as members,
              (select min(c.id) from customer c where c.dealer_id = d.id) as first,
              (select count(*) from customer c where c.dealer_id = d.id and mobile not like '19%') as customers
       from dealer d where d.code like 'L0%'
     ), exports as (
       insert into export_log (dealer_id, created_at, export_name, member_id, user_name, record_total, file_key, asked)
       select s.dealer_id, now() - (($4 * 86400.0) * (n - 1) * s.stores / $2) * interval '1 second', '客户列表',
              s.members[1 + n % cardinality(s.members)], '顾问', 1 + abs(hashint4(n)) % 2000, 'export/1/none',
              '[{"label":"创建时间","text":"近30天"},{"label":"级别","text":"H、A"}]'
       from store s, generate_series(1, $2::int / s.stores::int) n
     )
     insert into audit (dealer_id, at, member_id, action, kind, record, ip, detail)
     select s.dealer_id, now() - ($4 * 86400.0) * interval '1 second' * (1 - n * s.stores / $1::float8),
            s.members[1 + abs(hashint4(n)) % cardinality(s.members)], a.action, a.kind,
            case when a.action in ('sign-in', 'export', 'setting') then ''
                 else 'customer:' || s.first + abs(hashint4(n + 1)) % s.customers end,
            '10.0.' || s.place || '.' || n % 250, '{}'
     from store s, generate_series(1, $1::int / s.stores::int) n,
          lateral (select ($3::text[])[1 + abs(hashint4(n + 2)) % 100] as action,
                          ($5::int[])[1 + abs(hashint4(n + 2)) % 100] as kind) a`,
    [auditRows, exportRows, actions, days, actions.map(kindOfAction)],
  )
  await ask(url, 'vacuum (analyze) audit, export_log')
}

async function addMembers(url: string): Promise<void> {
  await ask(
    url,
    `with wanted as (
       select d.id as dealer_id, '168' || lpad(d.id::text, 5, '0') || '000' as mobile, '投资方' as name, $1::int as role
       from dealer d where d.code like 'L0%' and not exists (select from member m where m.dealer_id = d.id and m.role = $1)
       union all
       select last.id, '168' || lpad(last.id::text, 5, '0') || lpad(n::text, 3, '0'), '顾问' || n, $2
       from (select max(id) as id from dealer where code like 'L0%') last,
            generate_series(1, $3::int - (select count(*)::int + 1 from member where dealer_id = (select max(id) from dealer where code like 'L0%'))) n
     ), made as (
       insert into account (mobile, name, password_hash) select mobile, name, '' from wanted on conflict do nothing returning id, mobile
     )
     insert into member (dealer_id, account_id, name, role, modules, activated_at)
     select w.dealer_id, made.id, w.name, w.role, '{客户管理}', now() from wanted w join made using (mobile)`,
    [roles.boss, roles.consultant, teamSize],
  )
}

const year = { createdDate: lastDays(now(), 364) }
const thisMonth = { createdDate: lastDays(now(), Number(dayText(now()).slice(-2)) - 1) }
const auditPage = (
  name: string,
  bodies: (reader: Reader) => object,
  more: Partial<Scenario> = {},
): Scenario => ({
  name: `audit, ${name}`,
  call: rooms.audit.auditList,
  bodies: async (reader, count) => times(count, () => bodies(reader)),
  ...more,
})
const randomCustomer = ({ first, last }: Reader): string =>
  `customer:${first + Math.floor(Math.random() * (last - first + 1))}`

export const auditScenarios: readonly Scenario[] = [
  auditPage('as it opens', () => ({ createdDate: lastDays(now(), 6) })),
  auditPage('the last page that is counted', () => ({ pageStart: auditMost / 50, pageCount: 50 })),
  auditPage('of a kind, a year', () => ({ ...year, kind: pick(Object.values(auditKinds)).value })),
  auditPage('of a record', (reader) => ({ record: randomCustomer(reader) }), { textsDiffer: true }),
  { name: 'audit, who reveals more than usual', call: rooms.audit.revealWatch, bodies: async () => [{}] },
  {
    name: 'export log, this month',
    by: 'boss',
    call: rooms.audit.exportRecords,
    bodies: async () => [thisMonth],
  },
  {
    name: 'export log, the last pages of two years',
    by: 'boss',
    call: rooms.audit.exportRecords,
    bodies: async () => [{ pageStart: 100, pageCount: 50 }],
  },
  {
    name: `members of a store of ${teamSize}, one asks`,
    connections: 1,
    ofLargestTeam: true,
    call: rooms.team.memberList,
    bodies: async () => [{}],
  },
]
