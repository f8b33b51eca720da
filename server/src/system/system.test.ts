import { rooms } from '@showroom/contract'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { doorTitles, jobTitles, queueTitles } from '@showroom/contract/system/system.names'
import { judgeDoor, judgeJob } from '@showroom/contract/system/system.rules'
import type { SystemState } from '@showroom/contract/system/system.schema'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, send } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { scrape, valueOf } from '../../test/recount/series.ts'
import { startFakePersonnel } from '../../test/outside/personnel.ts'
import type { FakePersonnel } from '../../test/outside/personnel.ts'
import { insertRun } from '../platform/observe/backups.repository.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/observe/log.ts'
import { OutsideError } from '../platform/outside/ask.ts'
import { announceWork } from '../platform/queues/queue.repository.ts'
import { release } from '../platform/config/release.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { warnOfBackup } from './backup.job.ts'

const { state } = rooms.system
const { memberVerify } = rooms.team

let app: TestApp
let personnel: FakePersonnel
let manager: BuiltMember
// Each test has its own database: others would find its processes, backups and settings.
beforeEach(async () => {
  personnel = await startFakePersonnel(() => app.now())
  app = await createTestApp({ outside: { personnel: personnel.config } })
  manager = await buildMember(app.db, app.now(), { role: 1 })
})
afterEach(async () => {
  await app.close()
  await personnel.close()
})

async function read(node = app.app): Promise<SystemState> {
  await app.app.outcomes.store()
  const answer = await send(node, state, manager.token, {})
  expect(answer).toMatchObject({ status: '0' })
  return answer as unknown as SystemState
}

describe('the state', () => {
  it('names release, schema, database and every process', async () => {
    const other = await app.startNode()
    const { version, schema, database, nodes, disk, at } = await read(other)
    expect(version).toBe(release)
    expect(schema).toMatchObject({ pending: 0, newer: 0 })
    expect(schema.applied).toBeGreaterThan(50)
    expect(database.state).toBe('ok')
    expect(database.bytes).toBeGreaterThan(1_000_000)
    expect(database.connections).toBeGreaterThan(1)
    expect(database.mostConnections).toBeGreaterThan(database.connections)
    expect(disk.bytes).toBeGreaterThanOrEqual(disk.freeBytes)
    expect(nodes.map((node) => node.version)).toEqual([release, release])
    for (const { startedAt } of nodes) expect(Math.abs(Date.now() / 1000 - startedAt)).toBeLessThan(3600)
    expect(at).toBe(Math.floor(app.now().getTime() / 1000))
  })

  it('has a title for each job, queue and outside system', async () => {
    const { jobs, queues, doors } = await read()
    expect(jobs.map(({ name }) => name).toSorted()).toEqual(Object.keys(jobTitles).toSorted())
    expect(queues.map(({ name }) => name).toSorted()).toEqual(Object.keys(queueTitles).toSorted())
    expect(doors.map(({ name }) => name)).toEqual(Object.keys(doorTitles))
  })

  it('shows a read-only database', async () => {
    const database = sql.ref(new URL(app.databaseUrl).pathname.slice(1))
    await sql`alter database ${database} set default_transaction_read_only = on`.execute(app.db)
    try {
      expect((await read(await app.startNode())).database.state).toBe('read-only')
    } finally {
      await sql`alter database ${database} reset default_transaction_read_only`.execute(app.db)
    }
  })
})

it('shows the last backup, and a failure since', async () => {
  expect((await read()).backup).toBeNull()
  const startedAt = app.now()
  const run = {
    kind: 'noted',
    startedAt,
    endedAt: startedAt,
    place: 'x',
    bytes: null,
    failure: null,
  } as const
  await insertRun(app.db, run)
  const at = Math.floor(startedAt.getTime() / 1000)
  expect((await read()).backup).toEqual({ succeededAt: at, failedAt: 0 })
  app.advance(60)
  await insertRun(app.db, { ...run, startedAt: app.now(), endedAt: app.now(), failure: 'no space' })
  expect((await read()).backup).toEqual({ succeededAt: at, failedAt: at + 60 })
})

it('an admin has one message about a failed backup in the morning, and none about a good one', async () => {
  const boss = await buildMember(app.db, app.now(), { role: 2 })
  const bell = async (token: string) => {
    const { data = [] } = await app.post(rooms.notice.list, token, {})
    return data.filter(({ kind }) => kind === noticeKind.backupFailed).map(({ text }) => text)
  }
  const note = (failure: string | null, hoursAgo = 0) => {
    const at = new Date(app.now().getTime() - hoursAgo * 3_600_000)
    return insertRun(app.db, { kind: 'noted', startedAt: at, endedAt: at, place: 'x', bytes: null, failure })
  }
  const warn = () => warnOfBackup({ db: app.db, clock: app.now }).run()
  // Without noted backups the page has the advice, and no message comes.
  await warn()
  await note(null)
  await warn()
  expect(await bell(boss.token)).toEqual([])
  app.advance(60)
  await note('no space on /backups')
  await warn()
  await warn()
  expect(await bell(boss.token)).toEqual([expect.stringContaining('上次备份没有成功')])
  expect(await bell((await buildMember(app.db, app.now(), { role: 5 })).token)).toEqual([])
  await note(null, 30)
  const late = await buildMember(app.db, app.now(), { role: 1 })
  await warn()
  expect(await bell(late.token)).toEqual([expect.stringContaining('备份太久没有成功')])
})

describe('waiting work', () => {
  it('is counted for the member’s own store only', async () => {
    const other = await buildMember(app.db, app.now(), { role: 1 })
    const add = (dealerId: number, ...ids: readonly number[]) =>
      app.db
        .insertInto('notice_push')
        .values(ids.map((id) => ({ dealer_id: dealerId, notice_id: id, due_at: app.now() })))
        .execute()
    await add(other.dealerId, 1, 2, 3)
    await announceWork(app.db, 'pushes', [other.dealerId], app.now())
    const pushes = async () => (await read()).queues.find(({ name }) => name === 'pushes')
    app.advance(600)
    expect(await pushes()).toEqual({ name: 'pushes', waitingTotal: 0, oldestSeconds: 0 })
    await add(manager.dealerId, 4, 5)
    app.advance(90)
    expect(await pushes()).toEqual({ name: 'pushes', waitingTotal: 2, oldestSeconds: 90 })
  })
})

describe('an outside system', () => {
  let count = 0
  const verify = () =>
    app.post(memberVerify, manager.token, {
      name: '冯远征',
      mobile: `1372222${String((count += 1)).padStart(4, '0')}`,
      identifyNo: '11010119900307002X',
    })
  const door = async (name = 'personnel') => {
    const row = (await read()).doors.find((one) => one.name === name)
    if (!row) throw new Error(`no ${name}`)
    return row
  }
  const now = () => Math.floor(app.now().getTime() / 1000)
  it('is good after a success, is to be watched after one failure, and is bad after three', async () => {
    personnel.answer({ isAll: false })
    expect(await verify()).toMatchObject({ status: '0' })
    const worked = now()
    expect(await door()).toMatchObject({ state: 'on', succeededAt: worked, failures: 0, failure: '' })
    personnel.answer('no JSON')
    app.advance(60)
    await verify()
    expect(await door()).toMatchObject({
      succeededAt: worked,
      failedAt: now(),
      failures: 1,
      failure: 'broken',
    })
    expect(judgeDoor(await door()).sign).toBe('warn')
    await verify()
    await verify()
    expect(judgeDoor(await door()).sign).toBe('bad')
    personnel.answer({ isAll: false })
    await verify()
    expect(await door()).toMatchObject({ failures: 0, succeededAt: now() })
    expect(judgeDoor(await door()).sign).toBe('good')
  })

  it('has the failures of all processes', async () => {
    const other = await app.startNode()
    for (const node of [app.app, other, other]) {
      await node.outcomes
        .of('gray')
        .run(() => Promise.reject(new OutsideError('away', 'unreachable')))
        .catch(() => undefined)
      await node.outcomes.store()
    }
    expect(await door('gray')).toMatchObject({ failures: 3, failure: 'unreachable', failedAt: now() })
  })

  it('that is down for an hour sends every admin one message, and rings an alert', async () => {
    const boss = await buildMember(app.db, app.now(), { role: 2 })
    const seller = await buildMember(app.db, app.now(), { role: 4 })
    const bells = async (): Promise<string[][]> =>
      Promise.all(
        [manager, boss, seller].map(async ({ token }) => {
          const { data = [] } = await app.post(rooms.notice.list, token, {})
          return data.filter(({ kind }) => kind === noticeKind.systemFault).map(({ text }) => text)
        }),
      )
    const warn = async () => {
      await app.app.outcomes.store()
      await app.app.jobs.find(({ name }) => name === 'warn-of-faults')?.run()
    }
    const alerted = async () =>
      valueOf(await scrape(app.app), 'showroom_outside_failures', { system: 'personnel' })
    expect(await alerted()).toBe(0)
    personnel.answer('no JSON')
    for (let times = 0; times < 3; times++) await verify()
    await warn()
    expect(await bells()).toEqual([[], [], []])
    expect(await alerted()).toBe(3)
    app.advance(3_600)
    await verify()
    await warn()
    await warn()
    const text = '外部系统“人事系统”已超过一小时没有成功。请联系对方系统的管理员。'
    expect(await bells()).toEqual([[text], [text], []])
    personnel.answer({ isAll: false })
    await verify()
    await warn()
    expect(await alerted()).toBe(0)
    personnel.answer('no JSON')
    for (let times = 0; times < 3; times++) await verify()
    await warn()
    expect(await bells()).toEqual([[text], [text], []])
    app.advance(3_600)
    await warn()
    expect((await bells())[0]).toEqual([text, text])
    expect(await door('gray')).toMatchObject({ failingSince: 0 })
  })

  it('that is not configured, or played by the demo, is neither good nor bad', async () => {
    expect(judgeDoor(await door('sso'))).toEqual({ sign: 'quiet', advice: '' })
    expect((await door('sms')).state).toBe('demo')
  })
})

it('shows when a job last succeeded, and why it failed in a word', async () => {
  const job = (name: string, run: () => Promise<void>): Job => ({
    name,
    for: 'stores',
    cron: '0 0 * * *',
    atStart: true,
    run,
  })
  const fail = (error: Error) => (): Promise<void> => {
    throw error
  }
  const jobs = await startJobs(
    app.databaseUrl,
    [
      job('tidy-drafts', () => Promise.resolve()),
      job('tidy-uploads', fail(Object.assign(new Error('no connection for 王小明'), { code: '57P03' }))),
      job('tidy-leaves', fail(new Error('王小明 is undefined'))),
    ],
    { log: createLog('silent'), metrics: app.app.metrics, board: app.app.jobBoard },
  )
  try {
    const of = async (name: string) => {
      const row = (await read()).jobs.find((one) => one.name === name)
      if (!row) throw new Error(`no ${name}`)
      return row
    }
    await vi.waitFor(async () => {
      expect((await of('tidy-drafts')).succeededAt).toBeGreaterThan(0)
      expect(await of('tidy-uploads')).toMatchObject({ succeededAt: 0, failure: 'database' })
      expect(await of('tidy-leaves')).toMatchObject({ succeededAt: 0, failure: 'fault' })
    }, 20_000)
    expect(judgeJob(await of('tidy-drafts')).sign).toBe('good')
    expect(judgeJob(await of('tidy-leaves')).sign).toBe('warn')
    expect(JSON.stringify(await read())).not.toContain('王小明')
  } finally {
    await jobs.stop()
  }
})
