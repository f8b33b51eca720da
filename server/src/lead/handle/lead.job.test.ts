import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { topicsOf } from '../../../test/live.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import type { App } from '../../app.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { createLog } from '../../platform/observe/log.ts'
import type { LiveEvent } from '../../platform/live/live.ts'
import {
  buildConsultant,
  buildReceivingStore,
  buildSource,
  deliver,
  leadsOf,
  newLead,
  newLeads,
} from '../intake.factory.ts'
import type { BuiltSource } from '../intake.factory.ts'
import { assignWaitingLeads, markOverdueLeads, emitMidnight } from './lead.job.ts'

let app: TestApp
let source: BuiltSource
// A new database for each test, because the jobs handle all dealers.
beforeEach(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
})
afterEach(() => app.close())

const on = (node: App = app.app) => ({
  db: node.db,
  live: node.live,
  clock: app.now,
  wake: (dealerIds: Iterable<number>) => node.intake.wake(dealerIds),
})
/** Notices about leads that wait too long. */
const noticesOf = (member: BuiltMember) =>
  app.db
    .selectFrom('notice')
    .selectAll()
    .where('member_id', '=', member.memberId)
    .where('kind', '=', 4)
    .orderBy('id')
    .execute()

describe('a lead that waits for cleaning', () => {
  async function waiting(total = 1) {
    const store = await buildReceivingStore(app, { consultants: 1 })
    const { dealerId } = store
    const boss = await buildMember(app.db, app.now(), { dealerId, role: 3 })
    const online = await buildMember(app.db, app.now(), { dealerId, role: 5, modules: ['线索分配'] })
    await deliver(app, source, newLeads(total, store.code))
    return { store, boss, online }
  }

  it('is marked once after 30 working minutes, with a notice to members who work leads', async () => {
    const { store, boss, online } = await waiting()
    app.advance(30 * 60)
    await markOverdueLeads(on()).run()
    expect((await leadsOf(app, store.dealerId))[0]?.overdue_at).toBeNull()
    app.advance(1)
    const at = app.now()
    const other = await app.startNode()
    await Promise.all([on(), on(other), on()].map((node) => markOverdueLeads(node).run()))
    app.advance(60)
    await markOverdueLeads(on()).run()
    const [lead] = await leadsOf(app, store.dealerId)
    expect(lead?.overdue_at).toEqual(at)
    for (const member of [boss, online])
      expect(await noticesOf(member)).toMatchObject([
        { kind: 4, text: '孟小满的线索超过30分钟未清洗，请尽快处理', lead_id: lead?.id },
      ])
    expect(await noticesOf(store.members[0] as BuiltMember)).toEqual([])
  })

  it('shares one notice with the other leads of its store', async () => {
    const { boss } = await waiting(3)
    app.advance(31 * 60)
    await markOverdueLeads(on()).run()
    expect(await noticesOf(boss)).toMatchObject([{ kind: 4, text: '3条线索超过30分钟未清洗，请尽快处理' }])
  })

  it('is announced to all open pages of its store', async () => {
    const { store } = await waiting()
    app.advance(31 * 60)
    const [consultant] = store.members
    if (!consultant) throw new Error('no consultant')
    expect(await topicsOf(app.app, consultant, () => markOverdueLeads(on()).run())).toEqual(['lead'])
  })

  it('waits as long as the store’s setting allows', async () => {
    const { store, boss } = await waiting()
    await app.db
      .updateTable('dealer')
      .set({ clear_within_minutes: 10 })
      .where('id', '=', store.dealerId)
      .execute()
    app.advance(10 * 60 + 1)
    await markOverdueLeads(on()).run()
    expect(await noticesOf(boss)).toMatchObject([{ text: '孟小满的线索超过10分钟未清洗，请尽快处理' }])
  })

  it('does not age while the store is closed', async () => {
    app.setNow(new Date('2026-11-18T09:50:00Z')) // 17:50 in Shanghai
    const { store } = await waiting()
    const overdueAt = async (text: string) => {
      app.setNow(new Date(text))
      await markOverdueLeads(on()).run()
      return (await leadsOf(app, store.dealerId))[0]?.overdue_at
    }
    expect(await overdueAt('2026-11-19T00:49:00Z')).toBeNull()
    expect(await overdueAt('2026-11-19T00:51:00Z')).toEqual(app.now())
  })
})

describe('leads without an available member', () => {
  it('are assigned by the job as well, on any number of processes', async () => {
    const store = await buildReceivingStore(app, { policy: 3 })
    await deliver(app, source, newLeads(12, store.code))
    await buildConsultant(app, store.dealerId)
    const other = await app.startNode()
    await Promise.all([on(), on(other), on(), on(other)].map((node) => assignWaitingLeads(node).run()))
    await Promise.all([app.app.intake.idle(), other.intake.idle()])
    const leads = await leadsOf(app, store.dealerId)
    expect(leads.every((lead) => lead.status === 2)).toBe(true)
    expect(new Set(leads.map((lead) => lead.customer_id)).size).toBe(12)
  })

  it('cleaned while no member was available are assigned with the entered data', async () => {
    const store = await buildReceivingStore(app, { policy: 3 })
    await deliver(app, source, [newLead(store.code)])
    const form = {
      businessType: 3,
      buyProvince: '浙江省',
      buyCity: '宁波市',
      buyArea: '',
      buyCount: 0,
      addPurchaseOldSeriesId: 0,
      competitionSerieses: [],
      remark: '置换',
      specIds: [1209],
      gender: 2,
      level: 'H',
      nextActivityType: 1,
      nextDate: app.now().getTime() / 1000 + 86_400,
    }
    await app.db
      .updateTable('lead')
      .set({ status: 5, clear_status: 1, form: JSON.stringify(form) })
      .where('dealer_id', '=', store.dealerId)
      .execute()
    await buildConsultant(app, store.dealerId)
    await assignWaitingLeads(on()).run()
    await app.app.intake.idle()
    const [lead] = await leadsOf(app, store.dealerId)
    expect(lead).toMatchObject({ status: 2 })
    const deal = await app.db
      .selectFrom('deal')
      .selectAll()
      .where('customer_id', '=', lead?.customer_id ?? 0)
      .executeTakeFirstOrThrow()
    expect(deal).toMatchObject({
      level: 'H',
      business_type: 3,
      is_replace: true,
      series_ids: [1209],
      buy_city: '宁波市',
      is_remote: 1,
      remark: '置换',
      next_follow_at: new Date(form.nextDate * 1000),
    })
  })
})

it('midnight refreshes the open pages of every store', async () => {
  const { dealerId } = await buildReceivingStore(app)
  const events: LiveEvent[] = []
  await emitMidnight({ ...on(), live: { ...app.app.live, emit: (one) => void events.push(one) } }).run()
  expect(events).toContainEqual({ dealerId, topics: ['customer'] })
})

/** A job run that resolves a promise. */
function once() {
  let done = (): void => undefined
  const promise = new Promise<void>((resolve) => (done = resolve))
  return { promise, run: () => Promise.resolve(done()) }
}

describe('metrics', () => {
  it('report runs, failures and waiting deliveries', async () => {
    const store = await buildReceivingStore(app, { policy: 3 })
    await deliver(app, source, newLeads(2, store.code))
    await app.db
      .insertInto('lead_delivery')
      .values({
        dealer_id: store.dealerId,
        source_key: source.id,
        external_id: 'left',
        body: '{}',
        received_at: app.now(),
      })
      .execute()
    const { promise: ran, run } = once()
    const job: Job = { name: 'job-of-the-test', for: 'stores', cron: '0 0 1 1 *', atStart: true, run }
    const jobs = await startJobs(app.databaseUrl, [job], {
      log: createLog('silent'),
      metrics: app.app.metrics,
    })
    await ran
    await jobs.stop()
    app.app.metrics.jobRan('broken', 'failed', 1)
    const { body } = await app.app.http.inject({ url: '/metrics' })
    expect(body).toContain('showroom_job_runs_total{name="job-of-the-test",outcome="done"} 1')
    expect(body).toContain('showroom_job_runs_total{name="broken",outcome="failed"} 1')
    expect(body).toMatch(/showroom_lead_deliveries_waiting 1\n/)
    expect(body).toMatch(/showroom_lead_backlog 2\n/)
  })
})
