import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { leadStatus, leadTab } from '@showroom/contract/lead/lead.rules'
import { ask, madeHere } from './database.ts'
import { findConsultants, fourDigits, newMobile, now, pick, times, twoCharacters } from './scenarios.ts'
import type { Reader, Scenario } from './scenarios.ts'

/** Online leads: reading them, and the two ways to assign an owner by hand. */

/** Most leads handled a second; no more are made. */
const mostASecond = 600

/** A form as a store's own cleaning enters it. */
const formOf = ({ city }: Reader) => ({
  businessType: 1,
  buyProvince: city.province,
  buyCity: city.city,
  buyArea: city.area,
  specIds: '1201',
})

const mobiles = new Map<number, string>()

/** Makes leads of that status, each to be assigned once. */
async function makeLeads(url: string, reader: Reader, status: number, count: number): Promise<number[]> {
  const form = { ...formOf(reader), specIds: [1201], competitionSerieses: [], buyCount: 0, remark: '' }
  const rows = await ask<{ id: number; mobile: string }>(
    url,
    `insert into lead (dealer_id, external_id, source_id, status, clear_status, name, mobile, series_id, province, city, form, created_at)
     select $1, $2 || mobile, 10, $3, $4, '孟小满', mobile, 1201, $5, $6, $7, now() from unnest($8::text[]) as mobile
     returning id::int, mobile`,
    [
      reader.dealerId,
      madeHere,
      status,
      status === leadStatus.unassigned ? 1 : 0,
      reader.city.province,
      reader.city.city,
      status === leadStatus.unassigned ? JSON.stringify(form) : null,
      times(count, newMobile),
    ],
  )
  for (const { id, mobile } of rows) mobiles.set(id, mobile)
  return rows.map(({ id }) => id)
}

/**
 * Leads made in pgbench's database for each reader: more than it assigns there, so that it seldom meets one twice.
 */
const stock = 6_000

/** Makes waiting leads in pgbench's database like those of the request. */
const varyLead = (pgbenchUrl: string | undefined, status: number) => async (body: object, reader: Reader) => {
  if (!pgbenchUrl) return {}
  const { clueId } = body as { clueId: number }
  // Reads the mobile before other leads with the same ids are made there.
  const mobile = mobiles.get(clueId) ?? ''
  const made = await makeLeads(pgbenchUrl, reader, status, stock)
  return {
    [String(clueId)]: `random(${Math.min(...made)}, ${Math.max(...made)})`,
    [mobile]: 'random(19000000000, 19999999999)',
  }
}

const randomLead = ({ firstLead, lastLead }: Reader): number =>
  firstLead + Math.floor(Math.random() * (lastLead - firstLead + 1))

export const leadScenarios = (url: string, pgbenchUrl?: string): Scenario[] => [
  {
    name: 'leads waiting',
    call: rooms.lead.list,
    bodies: async () => [{ activityType: leadTab.waiting }],
  },
  {
    name: 'leads, default filter',
    call: rooms.lead.list,
    bodies: async () => [{ createdDate: lastDays(now(), 29) }],
  },
  {
    name: 'leads valid, 29 days',
    call: rooms.lead.list,
    bodies: async () => [{ activityType: leadTab.valid, createdDate: lastDays(now(), 29) }],
  },
  {
    name: 'leads valid, 29 days, a consultant',
    by: 'consultant',
    textsDiffer: true,
    call: rooms.lead.list,
    bodies: async () => [{ activityType: leadTab.valid, createdDate: lastDays(now(), 29) }],
  },
  {
    name: 'leads, keyword, 2 characters',
    textsDiffer: true,
    call: rooms.lead.list,
    bodies: async (_reader, count) => times(count, () => ({ key: pick(twoCharacters) })),
  },
  {
    name: 'leads, keyword, last 4 digits',
    textsDiffer: true,
    call: rooms.lead.list,
    bodies: async (_reader, count) => times(count, () => ({ key: fourDigits() })),
  },
  {
    name: 'lead opened',
    call: rooms.lead.detail,
    bodies: async (reader, count) => times(count, () => ({ clueId: randomLead(reader) })),
    vary: (body, { firstLead, lastLead }) => ({
      [String((body as { clueId: number }).clueId)]: `random(${firstLead}, ${lastLead})`,
    }),
  },
  { name: 'lead counts', call: rooms.lead.counts, bodies: async () => [{}] },
  {
    name: 'lead counts, a consultant',
    by: 'consultant',
    textsDiffer: true,
    call: rooms.lead.counts,
    bodies: async () => [{}],
  },
  {
    name: 'lead cleaned and assigned',
    policy: 2,
    mostASecond,
    call: rooms.lead.clear,
    bodies: async (reader, count) => {
      const members = await findConsultants(url, reader)
      const leads = await makeLeads(url, reader, leadStatus.waiting, count)
      return leads.map((clueId) => ({ clueId, isValid: 1, ...formOf(reader), memberId: pick(members) }))
    },
    vary: varyLead(pgbenchUrl, leadStatus.waiting),
  },
  {
    name: 'lead assigned',
    policy: 1,
    mostASecond,
    call: rooms.lead.assign,
    bodies: async (reader, count) => {
      const members = await findConsultants(url, reader)
      const leads = await makeLeads(url, reader, leadStatus.unassigned, count)
      return leads.map((clueId) => ({ clueId, memberId: pick(members), remark: '按片区分配' }))
    },
    vary: varyLead(pgbenchUrl, leadStatus.unassigned),
  },
]
