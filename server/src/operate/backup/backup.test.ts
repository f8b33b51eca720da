import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startOtherBucketService } from '../../../test/outside/bucket.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Config } from '../../platform/config/config.ts'
import { createLog } from '../../platform/observe/log.ts'
import { outboxOf, startEmbeddedPostgres } from '../postgres/index.ts'
import type { Beside } from '../postgres/index.ts'
import { createDatabase, createPool } from '../../platform/db/client.ts'
import { readArchiveDelay } from '../../platform/observe/backups.repository.ts'
import { measureDelay, startArchiver } from './archiver.ts'
import { backUpAll, backUpFiles } from './backup.ts'
import { listBackups, nameOf } from './catalogue.ts'
import type { Backup } from './catalogue.ts'
import type { Place } from './place.ts'
import { openPlace } from './places.ts'
import { createWal, listSpans, restore } from './restore.ts'
import { findNeeded } from './retention.ts'
import { bytesOf, newKey, opened, sealed } from './seal.ts'

const silent = createLog('silent')
let root = ''
let key = ''
let recipient = ''

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'showroom-backup-'))
  execFileSync('chmod', ['755', root])
  ;({ identity: key, recipient } = await newKey())
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folders = 0
const newFolder = (name: string): string => {
  const folder = path.join(root, `${name}${folders++}`)
  mkdirSync(folder)
  return folder
}

const configOf = (dataDir: string, to: string): Config =>
  readConfig({ DATA_DIR: dataDir, BACKUP_TO: to, BACKUP_KEY: recipient })

const clock = (): Date => new Date()

/** Writes below an upload folder, as the file store does. */
function writeUpload(dataDir: string, name: string, content: string): void {
  const file = path.join(dataDir, 'files', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const readUpload = (dataDir: string, name: string): string =>
  readFileSync(path.join(dataDir, 'files', name), 'utf8')

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Restores into a new folder, starts it, and returns the marks in it. */
async function restoredMarks(
  place: Place,
  until?: Date,
): Promise<{ marks: unknown[]; dataDir: string; output: string }> {
  const dataDir = newFolder('restored')
  const lines: string[] = []
  await restore({ place, key, dataDir, until, kind: 'base', say: (line) => lines.push(line) })
  const cluster = await startEmbeddedPostgres({ dataDir, log: silent })
  try {
    const rows = await query(cluster.url, 'select text from mark order by id')
    await query(cluster.url, `insert into mark (text) values ('written after the restore')`)
    return { marks: rows.map(({ text }) => text), dataDir, output: lines.join('\n') }
  } finally {
    await cluster.stop()
  }
}

describe('the embedded database', () => {
  let dataDir = ''
  let to = ''
  let place: Place
  let middle = new Date()
  const delays: number[] = []

  beforeAll(async () => {
    dataDir = newFolder('data')
    to = newFolder('backups')
    place = await openPlace({ folder: to })
    const config = configOf(dataDir, to)
    writeFileSync(path.join(dataDir, 'file-secret'), 'the secret of the files')
    writeUpload(dataDir, 'image/1/a.jpg', 'before')
    const cluster = await startEmbeddedPostgres({ dataDir, log: silent, archives: true })
    const database: Beside = { url: cluster.url, isServed: true, stop: () => Promise.resolve() }
    await query(cluster.url, 'create table mark (id int generated always as identity primary key, text text)')
    await query(cluster.url, `insert into mark (text) values ('in the base')`)
    const outbox = outboxOf(dataDir)
    const filesFolder = path.join(dataDir, 'files')
    const archiver = await startArchiver({
      home: dataDir,
      outbox,
      place,
      key: recipient,
      filesFolder,
      log: silent,
    })
    await backUpAll({ config, place, key: recipient, days: 14, clock }, database)
    await query(cluster.url, `insert into mark (text) values ('before the moment')`)
    await sleep(20)
    middle = new Date()
    await sleep(20)
    await query(cluster.url, `insert into mark (text) values ('after the moment')`)
    writeUpload(dataDir, 'image/1/b.jpg', 'after')
    // PostgreSQL hands over its last segment when it stops.
    await cluster.stop()
    delays.push(await archiver.delay())
    await archiver.stop()
    delays.push(await archiver.delay())
  }, 60_000)

  it('is restored to a moment between two writes, with the files of that moment and the secret', async () => {
    const { marks, dataDir: restored } = await restoredMarks(place, middle)
    expect(marks).toEqual(['in the base', 'before the moment'])
    expect(readUpload(restored, 'image/1/a.jpg')).toBe('before')
    expect(readdirSync(path.join(restored, 'files/image/1'))).toEqual(['a.jpg'])
    expect(readFileSync(path.join(restored, 'file-secret'), 'utf8')).toBe('the secret of the files')
    const modeOf = (name: string): number => statSync(path.join(restored, name)).mode & 0o777
    expect([modeOf('file-secret'), modeOf('files/image/1/a.jpg')]).toEqual([0o600, 0o600])
    expect([modeOf('files'), modeOf('files/image'), modeOf('files/image/1')]).toEqual([0o700, 0o700, 0o700])
  })

  it('is restored to its last write, also when a later moment is asked for', async () => {
    const { marks, dataDir: restored, output: said } = await restoredMarks(place, new Date())
    expect(marks).toEqual(['in the base', 'before the moment', 'after the moment'])
    expect(readUpload(restored, 'image/1/b.jpg')).toBe('after')
    expect(said).toContain('the WAL ends there')
  })

  it('reports how long its WAL waits', () => {
    expect(delays).toEqual([expect.any(Number), 0])
    expect(delays[0]).toBeGreaterThan(0)
  })

  it('lists what can be restored, and refuses an earlier moment', async () => {
    const [span] = await listSpans(place)
    expect(span?.until.getTime()).toBeGreaterThan(middle.getTime())
    const run = { place, key, dataDir: newFolder('early'), kind: 'base', say: () => undefined } as const
    await expect(restore({ ...run, until: new Date(0) })).rejects.toThrow('Nothing is older than')
  })

  it('is not restored into a folder that holds something', async () => {
    const run = { place, key, until: undefined, kind: 'base', say: () => undefined } as const
    await expect(restore({ ...run, dataDir })).rejects.toThrow('is not empty')
    expect(readUpload(dataDir, 'image/1/b.jpg')).toBe('after')
  })

  it('is not restored with another key, and leaves nothing that starts', async () => {
    const { identity } = await newKey()
    const empty = newFolder('other')
    const run = { place, dataDir: empty, until: undefined, kind: 'base', say: () => undefined } as const
    await expect(restore({ ...run, key: identity })).rejects.toThrow('another BACKUP_KEY')
    await expect(restore({ ...run, key: recipient })).rejects.toThrow('identity only')
    expect(readdirSync(empty)).toEqual([])
  })

  it('is not restored from a truncated archive', async () => {
    const copy = newFolder('truncated')
    execFileSync('cp', ['-a', `${to}/.`, copy])
    const file = readdirSync(copy, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('base.tar.gz.age'),
    )
    truncateSync(path.join(copy, file ?? ''), 500_000)
    const empty = newFolder('empty')
    const run = { key, dataDir: empty, until: undefined, kind: 'base', say: () => undefined } as const
    await expect(restore({ ...run, place: await openPlace({ folder: copy }) })).rejects.toThrow(
      'damaged or truncated',
    )
    expect(readdirSync(empty)).not.toContain('cluster')
  })

  it('is not listed if its place fails in the middle, and goes on serving', async () => {
    const cluster = await startEmbeddedPostgres({ dataDir, log: silent, archives: true })
    onTestFinished(() => cluster.stop())
    const failing: Place = {
      ...place,
      async write(_, content) {
        let left = 20
        for await (const chunk of content) if (chunk && left-- === 0) throw new Error('no space left')
        return 0
      },
    }
    const run = { config: configOf(dataDir, to), place: failing, key: recipient, days: 14, clock }
    const database: Beside = { url: cluster.url, isServed: true, stop: () => Promise.resolve() }
    await expect(backUpAll(run, database)).rejects.toThrow('no space left')
    expect(await listBackups(place)).toHaveLength(1)
    const running = 'select count(*)::int as count from pg_stat_replication'
    await expect.poll(() => query(cluster.url, running)).toEqual([{ count: 0 }])
  })

  it('names the newest piece if it was removed', async () => {
    const copy = newFolder('removed')
    execFileSync('cp', ['-a', `${to}/.`, copy])
    const pieces = readdirSync(copy, { recursive: true, encoding: 'utf8' })
      .filter((name) => /wal\/[0-9A-F]{24}\.gz\.age$/.test(name))
      .toSorted()
    const newest = pieces.at(-1) ?? ''
    rmSync(path.join(copy, newest))
    const { marks, output } = await restoredMarks(await openPlace({ folder: copy }))
    expect(marks).not.toContain('after the moment')
    expect(output).toContain(`WARNING: WAL ${path.basename(newest, '.gz.age')} was sent and is missing`)
  })

  it('is not restored past damaged WAL', async () => {
    const copy = newFolder('damaged')
    execFileSync('cp', ['-a', `${to}/.`, copy])
    for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' }))
      if (/wal\/[0-9A-F]{24}\.gz\.age$/.test(name)) truncateSync(path.join(copy, name), 400)
    const run = {
      key,
      dataDir: newFolder('empty'),
      until: undefined,
      kind: 'base',
      say: () => undefined,
    } as const
    await expect(restore({ ...run, place: await openPlace({ folder: copy }) })).rejects.toThrow(
      'damaged or truncated',
    )
  })
})

describe('the embedded database after a start', () => {
  const ask = async (url: string, text: string) => Object.values((await query(url, text))[0] ?? {})[0]

  it('has its checkpointer woken at each start and after a killed backend, and shows changes that are not archived', async () => {
    const dataDir = newFolder('started')
    const cluster = await startEmbeddedPostgres({ dataDir, log: silent, archives: true })
    onTestFinished(() => cluster.stop())
    const db = createDatabase(createPool(cluster.url, 1, silent))
    onTestFinished(() => db.destroy())
    const checkpointer = (column: string): Promise<unknown> =>
      ask(cluster.url, `select ${column} from pg_stat_checkpointer`).catch(() => 0)
    await expect.poll(() => checkpointer('num_requested::int'), { timeout: 10_000 }).toBeGreaterThan(0)

    await query(cluster.url, 'create table change (id int primary key)')
    await sleep(1_100)
    expect(await readArchiveDelay(db)).toBeGreaterThan(1)
    await query(cluster.url, 'select pg_switch_wal()')
    await expect.poll(() => readArchiveDelay(db), { timeout: 10_000 }).toBe(0)
    expect(await measureDelay(dataDir)).toBeGreaterThan(0)
    // Records of an idle PostgreSQL are no changes; one row is.
    await query(cluster.url, 'checkpoint')
    expect(await readArchiveDelay(db)).toBe(0)
    await query(cluster.url, 'insert into change values (1)')
    expect(await readArchiveDelay(db)).toBeGreaterThan(0)

    const before = String(await checkpointer('stats_reset::text'))
    const victim = new pg.Client({ connectionString: cluster.url })
    victim.on('error', () => undefined)
    await victim.connect()
    const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
    // A recovery resets the counts, and requests a checkpoint itself.
    const counted = `case when stats_reset::text <> '${before}' then num_requested::int end`
    await expect.poll(() => checkpointer(counted), { timeout: 10_000 }).toBe(2)
  }, 60_000)
})

it('the age of changes is read after a promotion, whose history was archived last', async () => {
  const dataDir = newFolder('promoted')
  await (await startEmbeddedPostgres({ dataDir, log: silent })).stop()
  const wal = path.join(dataDir, 'cluster/pg_wal')
  writeFileSync(path.join(wal, '00000009.history'), '')
  writeFileSync(path.join(wal, 'archive_status/00000009.history.ready'), '')
  const { uid, gid } = statSync(wal)
  for (const name of ['00000009.history', 'archive_status/00000009.history.ready'])
    chownSync(path.join(wal, name), uid, gid)
  const cluster = await startEmbeddedPostgres({ dataDir, log: silent, archives: true })
  onTestFinished(() => cluster.stop())
  const last = () => query(cluster.url, 'select last_archived_wal as last from pg_stat_archiver')
  await expect.poll(last, { timeout: 10_000 }).toEqual([{ last: '00000009.history' }])
  const db = createDatabase(createPool(cluster.url, 1, silent))
  expect(await readArchiveDelay(db)).toBeGreaterThan(0)
  await db.destroy()
}, 60_000)

describe('the WAL of a restore', () => {
  it('ends at its last segment, and names a gap', async () => {
    const place = await openPlace({ folder: newFolder('wal') })
    const names = ['000000010000000000000003', '000000010000000000000005', '00000002.history']
    for (const name of names)
      await place.write(`space/wal/${name}.gz.age`, sealed(recipient, Readable.from([Buffer.from(name)])))
    const wal = createWal({ place, key }, 'space', await place.list('space/wal/'))
    const read = async (name: string) => String((await wal.fetch(name)) ?? 'none')
    expect(await read('000000010000000000000003')).toBe('000000010000000000000003')
    expect(await read('00000002.history')).toBe('00000002.history')
    expect(await read('00000003.history')).toBe('none')
    expect(await read('000000010000000000000006')).toBe('none')
    expect(wal.gap()).toBeUndefined()
    expect(await read('000000010000000000000004')).toBe('none')
    expect(wal.gap()).toBe('000000010000000000000004')
    expect(wal.replayed()).toBe(2)
  })
})

describe('a place', () => {
  const places: Readonly<Record<string, () => Promise<Place>>> = {
    folder: () => openPlace({ folder: newFolder('place') }),
    bucket: async () => {
      const service = await startOtherBucketService(true)
      onTestFinished(() => service.stop())
      return openPlace({ bucket: service.config, prefix: 'showroom/' })
    },
  }
  const chunks = async function* (count: number, fail = false): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < count; at++) yield Buffer.alloc(1_000_000, at)
    if (fail) throw new Error('killed in the middle')
  }

  it.each(Object.keys(places))('of the kind %s holds whole objects only', async (kind) => {
    const place = (await places[kind]?.()) as Place
    expect(await place.write('a/one', sealed(recipient, chunks(20)))).toBeGreaterThan(0)
    await expect(place.write('a/two', sealed(recipient, chunks(20, true)))).rejects.toThrow(
      'killed in the middle',
    )
    await place.write('a/three', chunks(18))
    expect((await place.list('a/')).map(({ name, bytes }) => [name, bytes > 0])).toEqual([
      ['a/one', true],
      ['a/three', true],
    ])
    const content = await bytesOf(opened(key, 'a/one', await place.read('a/one')))
    expect(content.equals(await bytesOf(chunks(20)))).toBe(true)
    await place.remove(['a/one'])
    expect((await place.list('a/')).map(({ name }) => name)).toEqual(['a/three'])
    expect(await place.list('b/')).toEqual([])
  })

  it('says which folder is full', async () => {
    const place = await places['folder']?.()
    async function* full(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a')
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
    await expect(place?.write('a', full())).rejects.toThrow(/The disk of .*place\d+ is full: make room/)
    expect(await place?.list('')).toEqual([])
  })
})

describe('a killed backup', () => {
  it('leaves no object in a folder, and its rest for a day only', async () => {
    const folder = newFolder('killed')
    const script = `
      import { openPlace } from ${JSON.stringify(new URL('places.ts', import.meta.url).href)}
      const place = await openPlace({ folder: ${JSON.stringify(folder)} })
      async function* content() {
        for (let at = 0; ; at++) {
          if (at === 5) process.kill(process.pid, 'SIGKILL')
          yield Buffer.alloc(100_000)
        }
      }
      await place.write('space/base/one/base.tar.gz.age', content())`
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script])
    expect(signal).toBe('SIGKILL')
    expect(readdirSync(path.join(folder, 'space/base/one'))).toEqual([expect.stringMatching(/\.part$/)])
    expect(await (await openPlace({ folder })).list('')).toEqual([])

    const [partial = ''] = readdirSync(path.join(folder, 'space/base/one'))
    const write = async () =>
      (await openPlace({ folder })).write('space/other', Readable.from([Buffer.from('a')]))
    await write()
    expect(readdirSync(path.join(folder, 'space/base/one'))).toEqual([partial])
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(path.join(folder, 'space/base/one', partial), yesterday, yesterday)
    await write()
    expect(readdirSync(path.join(folder, 'space/base/one'))).toEqual([])
  })

  it('is not listed, wherever it ended', async () => {
    const [dataDir, to] = [newFolder('half'), newFolder('half-to')]
    const place = await openPlace({ folder: to })
    writeUpload(dataDir, 'image/1/a.jpg', 'one')
    let left = 0
    const failing: Place = {
      ...place,
      write(name, content) {
        if (left-- === 0) throw new Error('killed')
        return place.write(name, content)
      },
    }
    const run = { config: configOf(dataDir, to), place: failing, key: recipient, days: 14, clock }
    let steps = 0
    for (; steps < 10; steps++) {
      left = steps
      const isDone = await backUpFiles(run).then(
        () => true,
        () => false,
      )
      expect(await listBackups(place)).toHaveLength(isDone ? 1 : 0)
      if (isDone) break
    }
    expect(steps).toBeGreaterThan(2)
  })
})

describe('files only', () => {
  it('are backed up and restored with the secret, each version once', async () => {
    const [dataDir, to] = [newFolder('given'), newFolder('given-to')]
    const config = configOf(dataDir, to)
    const place = await openPlace({ folder: to })
    writeFileSync(path.join(dataDir, 'file-secret'), 'secret')
    writeUpload(dataDir, 'audio/1/a.mp3', 'one')
    let now = new Date(Date.now() - 60 * 86_400_000)
    const run = { config, place, key: recipient, days: 14, clock: () => now }
    await backUpFiles(run)
    now = new Date()
    rmSync(path.join(dataDir, 'files/audio/1/a.mp3'))
    writeUpload(dataDir, 'audio/2/b.mp3', 'two')
    const { backup } = await backUpFiles(run)
    expect(backup.bytes).toBeLessThan(2_000)
    const restored = newFolder('given-restored')
    await restore({ place, key, dataDir: restored, until: undefined, kind: 'files', say: () => undefined })
    expect(readUpload(restored, 'audio/2/b.mp3')).toBe('two')
    expect(readdirSync(path.join(restored, 'files'), { recursive: true })).not.toContain('audio/1/a.mp3')
    expect(readFileSync(path.join(restored, 'file-secret'), 'utf8')).toBe('secret')
  })
})

describe('retention', () => {
  const at = (daysAgo: number): Backup => {
    const endedAt = new Date(Date.UTC(2026, 10, 26) - daysAgo * 86_400_000)
    const name = nameOf(endedAt, 'space')
    const rest = { kind: 'base', space: 'space', release: '1', bytes: 1, files: 'in a bucket' } as const
    return { ...rest, name, startedAt: endedAt.toISOString(), endedAt: endedAt.toISOString() }
  }
  const now = new Date(Date.UTC(2026, 10, 26, 1))

  it('keeps the days, and the newest backup before them', () => {
    const backups = [30, 20, 15, 13, 1].map(at)
    expect(findNeeded(backups, 14, now)).toEqual([15, 13, 1].map(at))
  })

  it('keeps the last backup, however old', () => {
    expect(findNeeded([at(900)], 14, now)).toEqual([at(900)])
    expect(findNeeded([], 14, now)).toEqual([])
  })

  it('removes backups, WAL and half backups that are too old', async () => {
    const { removeOld } = await import('./retention.ts')
    const folder = newFolder('old')
    const place = await openPlace({ folder })
    const bytes = async function* (text: string): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text)
    }
    for (const [daysAgo, segment] of [
      [30, '000000010000000000000003'],
      [20, '000000010000000000000006'],
      [2, '000000020000000000000008'],
    ] as const) {
      const backup = { ...at(daysAgo), firstSegment: segment }
      await place.write(`space/base/${backup.name}/base.tar.gz.age`, bytes('a'))
      await place.write(`backups/${backup.name}.json`, bytes(JSON.stringify(backup)))
    }
    for (const name of [
      '000000010000000000000005',
      '000000010000000000000006',
      '000000020000000000000009',
      '00000002.history',
    ])
      await place.write(`space/wal/${name}.gz.age`, bytes('wal'))
    await place.write('space/base/20261101T000000Z-space/base.tar.gz.age', bytes('half'))
    const later = new Date(Date.now() + 2 * 86_400_000)
    expect(await removeOld(place, 'space', 14, now)).toBe(1)
    expect((await listBackups(place)).map(({ name }) => name)).toEqual([at(20).name, at(2).name])
    const wal = (await place.list('space/wal/')).map(({ name }) => path.basename(name, '.gz.age'))
    expect(wal).toEqual(['000000010000000000000006', '00000002.history', '000000020000000000000009'])
    // A half one may be under way.
    expect(await place.list('space/base/')).toHaveLength(3)
    await removeOld(place, 'space', 36_500, later)
    expect(await place.list('space/base/')).toHaveLength(2)
  })
})
