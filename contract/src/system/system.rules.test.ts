import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureKinds } from './system.names.ts'
import {
  judgeBackup,
  judgeDatabase,
  judgeDisk,
  judgeDoor,
  judgeJob,
  judgeNodes,
  judgeQueue,
  judgeSchema,
  lastingFaults,
  worstOf,
} from './system.rules.ts'
import type { Judged } from './system.rules.ts'

const database = { state: 'ok', version: '18.4', bytes: 1, connections: 10, mostConnections: 100 } as const
const job = { name: 'a', succeededAt: 100, lateSeconds: 0, failedAt: 0, failure: '' } as const
const door = {
  name: 'sms',
  state: 'on',
  succeededAt: 9,
  failedAt: 0,
  failingSince: 0,
  failure: '',
  failures: 0,
} as const
const hour = 3600
const backup = { succeededAt: 1000, failedAt: 0 }

describe('a sign', () => {
  it.each<[string, Judged, string]>([
    ['a database that works', judgeDatabase(database), 'good'],
    ['a read-only database', judgeDatabase({ ...database, state: 'read-only' }), 'bad'],
    ['a full database', judgeDatabase({ ...database, state: 'full' }), 'bad'],
    ['a busy database', judgeDatabase({ ...database, state: 'busy' }), 'bad'],
    ['few connections left', judgeDatabase({ ...database, connections: 91 }), 'warn'],
    ['the schema of this release', judgeSchema({ applied: 9, pending: 0, newer: 0 }), 'good'],
    ['an older schema', judgeSchema({ applied: 8, pending: 1, newer: 0 }), 'bad'],
    ['a newer schema', judgeSchema({ applied: 9, pending: 0, newer: 1 }), 'warn'],
    ['one release', judgeNodes({ version: '1', nodes: [{ name: 'a', version: '1', startedAt: 1 }] }), 'good'],
    [
      'two releases',
      judgeNodes({ version: '1', nodes: [{ name: 'a', version: '2', startedAt: 1 }] }),
      'warn',
    ],
    ['enough space', judgeDisk({ freeBytes: 10, bytes: 100 }), 'good'],
    ['little space', judgeDisk({ freeBytes: 9, bytes: 100 }), 'warn'],
    ['no space', judgeDisk({ freeBytes: 1, bytes: 100 }), 'bad'],
    ['a job that has not run yet', judgeJob({ ...job, succeededAt: 0 }), 'quiet'],
    ['a job on time', judgeJob(job), 'good'],
    ['a job that failed and succeeded later', judgeJob({ ...job, failedAt: 99 }), 'good'],
    ['a job that failed last', judgeJob({ ...job, failedAt: 101 }), 'warn'],
    ['a late job', judgeJob({ ...job, lateSeconds: 901 }), 'bad'],
    ['an empty queue', judgeQueue({ name: 'leads', waitingTotal: 0, oldestSeconds: 0 }), 'good'],
    ['a slow queue', judgeQueue({ name: 'leads', waitingTotal: 1, oldestSeconds: 301 }), 'warn'],
    ['a stuck queue', judgeQueue({ name: 'leads', waitingTotal: 1, oldestSeconds: 1801 }), 'bad'],
    ['a system that answers', judgeDoor(door), 'good'],
    ['a system that failed once', judgeDoor({ ...door, failures: 1, failure: 'timeout' }), 'warn'],
    ['a system that fails again and again', judgeDoor({ ...door, failures: 3, failure: 'refused' }), 'bad'],
    ['a system that was not used yet', judgeDoor({ ...door, succeededAt: 0 }), 'quiet'],
    ['a system of the demo', judgeDoor({ ...door, state: 'demo' }), 'quiet'],
    ['a system that is off', judgeDoor({ ...door, state: 'off', failures: 3 }), 'quiet'],
    ['no backups of its own', judgeBackup(null, 1100), 'warn'],
    ['a fresh backup', judgeBackup(backup, 1000 + 26 * hour), 'good'],
    ['an old backup', judgeBackup(backup, 1001 + 26 * hour), 'bad'],
    ['a backup that failed last', judgeBackup({ ...backup, failedAt: 1001 }, 1100), 'warn'],
    ['no backup at all', judgeBackup({ ...backup, succeededAt: 0 }, 1100), 'bad'],
  ])('of %s', (_, judged, sign) => {
    expect(judged.sign).toBe(sign)
    // Advice is about something to mend: the page is not green above it.
    expect(judged.advice === '' ? ['good', 'quiet'] : ['warn', 'bad']).toContain(sign)
  })

  it('of a failing system says what to do, for every reason', () => {
    for (const failure of failureKinds)
      expect(judgeDoor({ ...door, failures: 3, failure }).advice).toMatch(/^.{8,}。$/)
  })

  it('names jobs that fail for a day and systems that are down for an hour', () => {
    const down = { ...door, failures: 3, failure: 'refused', failingSince: 1000 } as const
    const late = { ...job, lateSeconds: 86_400 }
    const tell = (at: number) => lastingFaults({ jobs: [late, job], doors: [down, door] }, at)
    expect(tell(1000 + hour)).toEqual([
      {
        name: 'door sms',
        text: expect.stringMatching(
          /^外部系统“短信”已超过一小时没有成功。请系统管理员检查账号.*。$/,
        ) as string,
      },
      { name: `job ${job.name}`, text: expect.stringMatching(/已超过一天没有成功。/) as string },
    ])
    expect(tell(999 + hour).map(({ name }) => name)).toEqual([`job ${job.name}`])
  })

  it('of several is the worst one', () => {
    const sign = fc.constantFrom('quiet', 'good', 'warn', 'bad')
    fc.assert(
      fc.property(fc.array(sign), (signs) => {
        const worst = worstOf(signs)
        expect(worst === 'bad').toBe(signs.includes('bad'))
        expect(worst === 'warn').toBe(signs.includes('warn') && !signs.includes('bad'))
      }),
    )
  })
})
