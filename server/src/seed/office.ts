import { kindOfAction } from '@showroom/contract/kernel/audit'
import type { AuditAction } from '@showroom/contract/kernel/audit'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { isAdminRole } from '@showroom/contract/access/access.rules'
import { demoDealers } from './network.ts'
import type { DemoMember, DemoNetwork } from './network.ts'
import { Random } from './random.ts'
import type { Ledger } from './rows.ts'
import { duringDay, instant } from './workday.ts'

/** Audit and export log of the demo's last weeks. */

const days = 45
/** Exported files are kept for a week, so those of all these exports have expired. */
const oldestKeptDays = 8

interface AuditSeed {
  readonly dealer_id: number
  readonly at: Date
  readonly account_id: number
  readonly member_id: number
  readonly action: AuditAction
  readonly kind: number
  readonly record: string
  readonly ip: string
  readonly detail: object
}

export interface Office {
  readonly audits: readonly AuditSeed[]
  readonly exports: readonly object[]
}

/** Writes an audit entry of a member. */
type Note = (by: Who, seconds: number, action: AuditAction, record: string, detail?: object) => void
type Who = Pick<DemoMember, 'dealer_id' | 'id' | 'account_id'>

/** Sign-ins, reveals, decisions, exports and changed settings of every store, oldest first. */
export function makeOffice(network: DemoNetwork, ledger: Ledger, now: number): Office {
  const random = new Random(611)
  const audits: AuditSeed[] = []
  const note: Note = (by, seconds, action, record, detail = {}) =>
    void audits.push({
      dealer_id: by.dealer_id,
      at: instant(seconds),
      account_id: by.account_id,
      member_id: by.id,
      action,
      kind: kindOfAction(action),
      record,
      ip: `10.${by.dealer_id}.0.${(by.id % 200) + 10}`,
      detail,
    })
  const customersOf = customersByOwner(ledger)
  const exports = demoDealers.flatMap(({ id, topic }) => {
    const team = network.members.filter(
      (one) => one.dealer_id === id && one.activated && one.status === 0 && one.leftDaysAgo === 0,
    )
    noteDays(note, team, customersOf, random, now)
    const heads = team.filter(({ role }) => isAdminRole(role))
    if (heads[0]) noteSettings(note, heads[0], topic, now)
    return makeExports(note, heads, random, now)
  })
  noteDecisions(note, network, ledger, now)
  return { audits: audits.toSorted((one, other) => one.at.getTime() - other.at.getTime()), exports }
}

function customersByOwner(ledger: Ledger): ReadonlyMap<string, number[]> {
  const customersOf = new Map<string, number[]>()
  for (const { dealer_id, owner_id, customer_id } of ledger.deals) {
    const owner = `${dealer_id} ${owner_id}`
    const own = customersOf.get(owner)
    if (own) own.push(customer_id)
    else customersOf.set(owner, [customer_id])
  }
  return customersOf
}

/** Every member signs in each morning and sometimes reveals a number; one has done so unusually often lately. */
function noteDays(
  note: Note,
  team: readonly DemoMember[],
  customersOf: ReadonlyMap<string, readonly number[]>,
  random: Random,
  now: number,
): void {
  const curious = team.find(({ role }) => role === 4)
  for (let ago = days; ago > 0; ago--) {
    const day = dayStart(addDays(now, -ago))
    for (const member of team) {
      if (random.chance(0.12)) continue
      note(member, day + 8 * 3600 + random.int(600, 5400), 'sign-in', `member:${member.id}`)
      const own = customersOf.get(`${member.dealer_id} ${member.id}`) ?? []
      const reveals = member === curious && ago <= 5 ? random.int(4, 6) : random.int(-3, 1)
      for (let count = 0; count < reveals && own.length > 0; count++)
        note(member, duringDay(day, random), 'reveal', `customer:${random.pick(own)}`, {
          dataType: random.chance(0.9) ? 1 : 2,
        })
    }
  }
}

function noteSettings(note: Note, head: DemoMember, topic: string, now: number): void {
  const at = (daysAgo: number, hour: number): number => addDays(now, -daysAgo) + hour * 3600
  note(head, at(31, 11), 'setting', 'setting:followMinutes', { old: 180, new: 120 })
  note(head, at(22, 9.5), 'setting', 'setting:topic', {
    old: '季度盘库期间，展车调动请先在群内报备。',
    new: topic,
  })
  note(head, at(12, 15), 'setting', 'setting:inTime', { old: '09:00', new: '08:30' })
}

/** Exports by the heads: rows of the export log, each with its audit entry. */
function makeExports(note: Note, heads: readonly DemoMember[], random: Random, now: number): object[] {
  const exports: object[] = []
  for (let ago = days; ago >= oldestKeptDays && heads.length > 0; ago -= random.int(3, 6)) {
    const by = random.pick(heads)
    const seconds = duringDay(addDays(now, -ago), random)
    const detail = { ...random.pick(lists), recordTotal: random.int(18, 640) }
    const key = `export/${by.dealer_id}/00000000-0000-4000-8000-${String(ago).padStart(12, '0')}.xlsx`
    note(by, seconds, 'export', key, detail)
    exports.push({
      dealer_id: by.dealer_id,
      created_at: instant(seconds),
      export_name: detail.exportName,
      member_id: by.id,
      user_name: by.name,
      record_total: detail.recordTotal,
      file_key: key,
      asked: JSON.stringify(detail.asked),
    })
  }
  return exports
}

function noteDecisions(note: Note, network: DemoNetwork, ledger: Ledger, now: number): void {
  const members = new Map(network.members.map((member) => [`${member.dealer_id} ${member.id}`, member]))
  for (const { reviewed_by: by, reviewed_at: at, dealer_id, customer_id, deal_id, state } of ledger.defeats) {
    const reviewer = members.get(`${dealer_id} ${by}`)
    const seconds = (at?.getTime() ?? 0) / 1000
    if (!reviewer || seconds < addDays(now, -days)) continue
    const action = state === 1 ? 'confirm-defeat' : 'reject-defeat'
    note(reviewer, seconds, action, `customer:${customer_id}`, { dealId: deal_id })
  }
}

const filter = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([label, text]) => ({ label, text }))
const lists = [
  { exportName: '客户列表', asked: filter(['客户状态', '未到店'], ['意向级别', 'H、A']) },
  { exportName: '客户列表', asked: filter(['客户来源', '自然到店']) },
  { exportName: '线索列表', asked: filter(['线索状态', '无效']) },
  { exportName: '客户列表', asked: filter(['客户状态', '已战败'], ['战败原因', '价格']) },
  { exportName: '销售订单', asked: filter(['订单状态', '已提交']) },
] as const
