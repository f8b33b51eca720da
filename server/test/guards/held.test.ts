import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../src/platform/db/client.ts'
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
  const asking: Readonly<Record<string, () => Promise<unknown>>> = {
    'the file store': () => app.app.files.size('image/1/none.png'),
    '127.0.0.1:1': () => askJson('http://127.0.0.1:1/', { timeoutMs: 500 }),
    'post.example.com': () =>
      postInPublic('https://post.example.com/', { headers: {}, body: '', timeoutMs: 500 }, { lookup }),
    'hooks.example.com': () => leadsInside('https://hooks.example.com/', { lookup }, 500),
    clamd: () => createClamAv({ host: '127.0.0.1', port: 1 }, createLog('silent'), unrecorded).version(),
  }

  it.each(Object.keys(asking))('catches that %s is asked within a transaction', async (system) => {
    const ask = (): Promise<unknown> => (asking[system] ?? Promise.reject)().catch(() => undefined)
    const stop = watchHeld(() => false)
    await ask()
    let late: Promise<unknown> = Promise.resolve()
    await transact(app.db, () => {
      late = setTimeout(50).then(ask)
      return Promise.resolve()
    })
    await late
    expect(stop()).toEqual([])
    const stopAgain = watchHeld(() => false)
    await transact(app.db, ask)
    await app.db.transaction().execute(ask)
    expect(stopAgain()).toEqual([
      expect.stringMatching(/^test\/guards\/held\.test\.ts asks .+ within a transaction \(a job\)/),
    ])
  })
})
