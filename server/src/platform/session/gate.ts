import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Executor } from '../db/client.ts'
import { ifWritable } from '../db/fault.ts'
import type { Channel } from '../db/notify.ts'
import type { Line } from '../db/line.ts'
import { mintSession } from './session.ts'
import type { Session, SessionFacts } from './session.ts'

const hour = 3_600_000
/** Sessions expire after 12 h without use, and 7 days after sign-in. */
export const idleMs = 12 * hour
const absoluteMs = 7 * 24 * hour
/** Interval for writing "last seen", and maximum age of a cached session. */
const touchMs = 60_000
const mostCached = 20_000
const dayMs = 24 * hour

/** Why a member may have no session at the store: frozen, left, sales staff excluded from this site, or staff of a closed store. */
export type Barred = 'frozen' | 'left' | 'keptOut' | 'closed'

/**
 * `db` is the current transaction, if any. Without it, a call in a transaction would wait for a second connection that might never come
 * free.
 */
export interface SessionSource {
  find(tokenHash: Buffer, db?: Executor): Promise<SessionFacts | undefined>
  touch(tokenHash: Buffer, at: Date): Promise<void>
  /** Returns the facts that a session of the member would have now, and why the member may have none. Throws for an unknown member. */
  findMember(
    dealerId: number,
    memberId: number,
    db?: Executor,
  ): Promise<{ readonly facts: SessionFacts; readonly barred: Barred | undefined }>
  /** Returns the member whose call last changed this one since then; 0 if there is none. */
  lastChangedBy(dealerId: number, memberId: number, since: Date, db?: Executor): Promise<number>
  /** Returns why a session was ended by others, as a text for its owner; undefined if it was not. */
  whyGone(tokenHash: Buffer, db?: Executor): Promise<string | undefined>
}

/** A sender of data to a session over time, such as a stream, that must stop when the session ends. */
export interface SessionWatcher {
  /** The session may have ended or its rights changed. Send nothing until `sure` or `over` is called. */
  doubt?(): void
  /** The session is alive and has these rights. */
  sure(session: Session): void
  /** The session has ended. No further callbacks follow. */
  over(): void
}

export interface SessionWatch {
  /** Checks whether the session is alive. Calls no callback if the database is unavailable. */
  check(): void
  stop(): void
}

export interface SessionGate {
  /** Returns the live session of a token, or undefined if there is none or it has expired. Counts as use of the session. */
  open(token: string): Promise<Session | undefined>
  /** Like `open`, but does not count as use: a page that is merely open does not keep a session alive. */
  look(token: string): Promise<Session | undefined>
  /** Like `open`, for a running call before it commits or responds. Reads in the call's transaction `db`, if it has one. */
  stillOpen(token: string, db?: Executor): Promise<Session | undefined>
  /** Calls the watcher shortly after every change to the session, in the order of the commits. */
  watch(token: string, session: Session, watcher: SessionWatcher): SessionWatch
  /** Only for `Behalf`: the session that the member would have now, and why the member may have none. */
  statusOf(
    dealerId: number,
    memberId: number,
    db?: Executor,
  ): Promise<{ readonly session: Session; readonly barred: Barred | undefined }>
  /** Returns the member whose call last changed this one within the last day; 0 if there is none. */
  lastChangedBy(dealerId: number, memberId: number, db?: Executor): Promise<number>
  /** Returns why the session of a token was ended by others, as a text for its owner; undefined if it was not. */
  whyGone(token: string, db?: Executor): Promise<string | undefined>
  /** Resolves once this process has received all changes committed so far. */
  settle(): Promise<void>
}

/** Notified by each transaction that ends a session or changes rights. */
const channel: Channel = 'session_changed'

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

interface Cached {
  readonly session: Session
  readonly checkedAt: number
}
type Cache = Map<string, Cached>

const isLive = (facts: SessionFacts, now: number): boolean =>
  now - facts.createdAt.getTime() < absoluteMs && now - facts.lastSeenAt.getTime() < idleMs

/**
 * Creates the session gate. It caches sessions, because reading one costs as much as reading a list. PostgreSQL notifies every process when
 * a session ends or its rights change. While the connection for notifications is down nothing is
 * cached.
 */
export function createSessionGate(source: SessionSource, line: Line, clock: Clock): SessionGate {
  const used: Cache = new Map()
  // Sessions read by `look`. They are separate because `used` may hold only sessions whose use has been recorded.
  const sessions: Cache = new Map()
  /** Incremented with every notification and every loss of the connection. */
  let generation = 0
  const watches = new Set<Watched>()
  const tell = (isMeant: (watched: Watched) => boolean): void => {
    for (const watched of watches) if (isMeant(watched)) watched.changed()
  }
  line.listen(channel, {
    lost() {
      generation += 1
      used.clear()
      sessions.clear()
    },
    // Changes made while the connection was down were missed.
    up: () => tell(() => true),
    heard(payload) {
      generation += 1
      forget(used, payload)
      forget(sessions, payload)
      tell(({ key, dealerId }) => concerns(payload, key, dealerId))
    },
  })

  function findCached(key: string, cache: Cache): Session | undefined {
    const cached = cache.get(key)
    const age = cached ? clock().getTime() - cached.checkedAt : -1
    return cached && age >= 0 && age < touchMs ? cached.session : undefined
  }

  async function find(token: string, cache: Cache, isUse: boolean): Promise<Session | undefined> {
    if (token === '' || token.length > 200) return undefined
    const tokenHash = hashToken(token)
    const key = tokenHash.toString('hex')
    const now = clock()
    const cached = findCached(key, cache)
    if (cached) return cached
    cache.delete(key)
    const before = generation
    const facts = await source.find(tokenHash)
    if (!facts || !isLive(facts, now.getTime())) return undefined
    if (isUse && now.getTime() - facts.lastSeenAt.getTime() > touchMs)
      await ifWritable(() => source.touch(tokenHash, now))
    const session = mintSession(isUse ? { ...facts, lastSeenAt: now } : facts)
    // A notification received during the read may be newer than the result, so the result is not cached then.
    if (line.isUp() && generation === before) {
      if (cache.size >= mostCached) cache.clear()
      cache.set(key, { session, checkedAt: now.getTime() })
    }
    return session
  }

  return {
    open: (token) => find(token, used, true),
    look: (token) => find(token, sessions, false),
    async stillOpen(token, db) {
      const tokenHash = hashToken(token)
      const cached = findCached(tokenHash.toString('hex'), used)
      if (cached) return cached
      const facts = await source.find(tokenHash, db)
      return facts && isLive(facts, clock().getTime()) ? mintSession(facts) : undefined
    },
    watch(token, { dealerId }, watcher) {
      const watch = createWatch(watcher, () => find(token, sessions, false))
      const watched = { key: hashToken(token).toString('hex'), dealerId, changed: () => watch.changed() }
      watches.add(watched)
      return {
        check: watch.check,
        stop() {
          watches.delete(watched)
          watch.stop()
        },
      }
    },
    async statusOf(dealerId, memberId, db) {
      const { facts, barred } = await source.findMember(dealerId, memberId, db)
      return { session: mintSession(facts), barred }
    },
    lastChangedBy: (dealerId, memberId, db) =>
      source.lastChangedBy(dealerId, memberId, new Date(clock().getTime() - dayMs), db),
    whyGone: async (token, db) => (token === '' ? undefined : source.whyGone(hashToken(token), db)),
    settle: () => line.settle(channel),
  }
}

interface Watched {
  /** Hex hash of the token, as in the payloads. */
  readonly key: string
  readonly dealerId: number
  readonly changed: () => void
}

/** Runs one check at a time; a change during a check triggers one more. */
function createWatch(watcher: SessionWatcher, look: () => Promise<Session | undefined>) {
  const control = { looking: false, again: false, stopped: false }

  async function check(): Promise<void> {
    control.again = true
    if (control.looking) return
    control.looking = true
    let session: Session | 'unknown' | undefined
    while (control.again) {
      control.again = false
      session = await look().catch(() => 'unknown' as const)
    }
    control.looking = false
    // If the database is unavailable, the next check finds out.
    if (control.stopped || session === 'unknown') return
    if (session) return watcher.sure(session)
    control.stopped = true
    watcher.over()
  }
  return {
    check: (): void => void check(),
    changed: (): void => {
      if (control.stopped) return
      watcher.doubt?.()
      void check()
    },
    stop: (): void => {
      control.stopped = true
    },
  }
}

function concerns(payload: string, key: string, dealerId: number): boolean {
  const [kind, value = ''] = payload.split(':')
  return value === (kind === 'token' ? key : String(dealerId))
}

function forget(cache: Cache, payload: string): void {
  const [kind, value = ''] = payload.split(':')
  if (kind === 'token') cache.delete(value)
  else for (const [key, { session }] of cache) if (String(session.dealerId) === value) cache.delete(key)
}
