import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import { mintSession } from './session.ts'
import type { Session, SessionFacts } from './session.ts'

const hour = 3_600_000
/** Document 4, section 2: 12 h idle, 7 days in all. */
const idleMs = 12 * hour
const absoluteMs = 7 * 24 * hour
/** How often "last seen" is written, and how long a cached session is believed without asking again. */
const touchMs = 60_000
const mostCached = 20_000

export interface SessionSource {
  find(tokenHash: Buffer): Promise<SessionFacts | undefined>
  touch(tokenHash: Buffer, at: Date): Promise<void>
}

export interface SessionGate {
  /** The live session of a token; undefined when there is none or it has run out. */
  open(token: string): Promise<Session | undefined>
  /** Resolves once this process has been told of every change committed so far. */
  settle(): Promise<void>
  stop(): Promise<void>
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

interface Cached {
  readonly session: Session
  readonly checkedAt: number
}

const isLive = (facts: SessionFacts, now: number): boolean =>
  now - facts.createdAt.getTime() < absoluteMs && now - facts.lastSeenAt.getTime() < idleMs

/**
 * Opens sessions, from memory where it can: reading one costs as much as a list. PostgreSQL tells every process when a session
 * ends or its rights change (triggers on session, member, dealer). While that line is down nothing is cached.
 */
export function createSessionGate(
  source: SessionSource,
  databaseUrl: string,
  clock: Clock,
  log: Logger,
): SessionGate {
  const cache = new Map<string, Cached>()
  const line = listen(databaseUrl, log, {
    lost: () => cache.clear(),
    changed: (payload) => forget(cache, payload),
  })

  async function read(tokenHash: Buffer, key: string, now: Date): Promise<Session | undefined> {
    const generation = line.generation()
    const facts = await source.find(tokenHash)
    if (!facts || !isLive(facts, now.getTime())) return undefined
    if (now.getTime() - facts.lastSeenAt.getTime() > touchMs) await source.touch(tokenHash, now)
    const session = mintSession({ ...facts, lastSeenAt: now })
    // A change told while we were reading may be newer than what we read: then it is not kept.
    if (line.isUp() && line.generation() === generation) {
      if (cache.size >= mostCached) cache.clear()
      cache.set(key, { session, checkedAt: now.getTime() })
    }
    return session
  }

  return {
    async open(token) {
      if (token === '' || token.length > 200) return undefined
      const tokenHash = hashToken(token)
      const key = tokenHash.toString('hex')
      const now = clock()
      const cached = cache.get(key)
      const age = cached ? now.getTime() - cached.checkedAt : -1
      if (cached && age >= 0 && age < touchMs) return cached.session
      cache.delete(key)
      return read(tokenHash, key, now)
    },
    settle: () => line.settle(),
    stop: () => line.stop(),
  }
}

function forget(cache: Map<string, Cached>, payload: string): void {
  const [kind, value = ''] = payload.split(':')
  if (kind === 'token') cache.delete(value)
  else for (const [key, { session }] of cache) if (String(session.dealerId) === value) cache.delete(key)
}

interface Line {
  isUp(): boolean
  /** Grows with every message and every loss. */
  generation(): number
  /** Says something on the line and waits to hear it: what was said before has been heard by then. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** Keeps one connection listening on `session_changed`, for good. */
function listen(url: string, log: Logger, on: { lost(): void; changed(payload: string): void }): Line {
  let up = false
  let generation = 0
  let stopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  /** Other processes hear the echoes too. */
  const self = randomUUID()
  let echoes = 0
  const waiting = new Map<string, () => void>()

  const lose = (): void => {
    if (up && !stopped) log.warn('session line lost: sessions are read from the database until it is back')
    up = false
    generation += 1
    on.lost()
    for (const heard of waiting.values()) heard()
    waiting.clear()
    client = undefined
    if (!stopped) retry = setTimeout(() => void connect(), 500)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'showroom-sessions',
    })
    let gone = false
    const end = (): void => {
      if (!gone) lose()
      gone = true
    }
    next.on('error', end)
    next.on('end', end)
    next.on('notification', ({ payload = '' }) => {
      if (payload.startsWith('echo:')) {
        waiting.get(payload)?.()
        waiting.delete(payload)
        return
      }
      generation += 1
      on.changed(payload)
    })
    try {
      await next.connect()
      await next.query('listen session_changed')
      client = next
      up = true
    } catch {
      end()
    }
  }
  const connecting = connect()

  return {
    isUp: () => up,
    generation: () => generation,
    async settle() {
      const speaker = client
      // Nothing is kept in memory while the line is down.
      if (!speaker || !up) return
      const echo = `echo:${self}:${(echoes += 1)}`
      const heard = new Promise<void>((resolve) => waiting.set(echo, resolve))
      speaker.query('select pg_notify($1, $2)', ['session_changed', echo]).catch(() => waiting.get(echo)?.())
      await heard
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      await connecting
      await client?.end()
    },
  }
}
