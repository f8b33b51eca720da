import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep, scheduler } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../src/platform/db/client.ts'
import { besideTransaction } from '../../src/platform/db/held.ts'
import { createClamAv } from '../../src/platform/files/clamav.ts'
import { createLog } from '../../src/platform/observe/log.ts'
import { askJson } from '../../src/platform/outside/ask.ts'
import { unrecorded } from '../../src/platform/outside/outcomes.ts'
import { leadsInside, postInPublic } from '../../src/platform/outside/public.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { watchHeld } from './held.guard.ts'

describe('the guard of held transactions', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  const lookup = () => Promise.resolve([])
  const ended = (socket: NodeJS.EventEmitter): Promise<void> =>
    new Promise((resolve) => socket.on('error', () => resolve()))
  const count = () => sql`select count(*) from member`.execute(app.db)
  const kinds: Readonly<Record<string, readonly [problem: RegExp, work: () => Promise<unknown>]>> = {
    'the file store': [/asks the file store/, () => app.app.files.size('image/1/none.png')],
    askJson: [/asks 127\.0\.0\.1:1/, () => askJson('http://127.0.0.1:1/', { timeoutMs: 500 })],
    postInPublic: [
      /asks post\.example\.com/,
      () => postInPublic('https://post.example.com/', { headers: {}, body: '', timeoutMs: 500 }, { lookup }),
    ],
    leadsInside: [
      /asks hooks\.example\.com/,
      () => leadsInside('https://hooks.example.com/', { lookup }, 500),
    ],
    clamd: [
      /asks clamd/,
      () => createClamAv({ host: '127.0.0.1', port: 1 }, createLog('silent'), unrecorded).version(),
    ],
    fetch: [/asks undici:request:create/, () => fetch('http://127.0.0.1:59999/')],
    'http.get': [/asks http\.client\.request\.created/, () => ended(get('http://127.0.0.1:1/'))],
    'net.connect': [/asks net\.client\.socket/, () => ended(connect(1, '127.0.0.1'))],
    'a promised timer': [/waits by setTimeout/, () => sleep(1)],
    'a timer': [/waits by setTimeout/, () => new Promise((resolve) => setTimeout(resolve, 1))],
    'a promisified timer': [/waits by setTimeout/, () => promisify(setTimeout)(1)],
    'the scheduler': [/waits by wait/, () => scheduler.wait(1)],
    pg_sleep: [/sleeps within/, () => sql`select pg_sleep(0.001)`.execute(app.db)],
    'a read on another connection': [/beside its transaction, on another connection \(select count/, count],
    'a second transaction': [
      /beside its transaction, on another connection \(begin\)/,
      () => transact(app.db, (trx) => sql`select 1`.execute(trx)),
    ],
  }

  it.each(Object.keys(kinds))('catches within a transaction: %s', async (kind) => {
    const [problem, start] = kinds[kind] ?? [/^$/, () => Promise.reject(new Error('no such kind'))]
    const work = (): Promise<unknown> => start().catch(() => undefined)
    const stop = watchHeld(() => false)
    await work()
    let begin: () => void = () => undefined
    let late: Promise<unknown> = Promise.resolve()
    await transact(app.db, async (trx) => {
      await sql`select 1`.execute(trx)
      late = new Promise<void>((resolve) => (begin = resolve)).then(work)
      await besideTransaction('for the test', work)
    })
    begin()
    await late
    expect(stop()).toEqual([])
    for (const open of [() => transact(app.db, work), () => app.db.transaction().execute(work)]) {
      const stopAgain = watchHeld(() => false)
      await open()
      expect(stopAgain()).toContainEqual(expect.stringMatching(problem))
    }
  })
})
