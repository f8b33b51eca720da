import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Executor } from '../db/client.ts'
import type { Line } from '../db/line.ts'
import { mintSession } from './session.ts'
import type { Session, SessionFacts } from './session.ts'

const hour = 3_600_000
/** 12 h idle, 7 days in all. */
const idleMs = 12 * hour
const absoluteMs = 7 * 24 * hour
/** How often "last seen" is written, and how long a cached session is believed without asking again. */
const touchMs = 60_000
const mostCached = 20_000
const dayMs = 24 * hour

/** Why a member has no session at the store: frozen, left, or sales staff who are kept off this site. */
export type Barred = 'frozen' | 'left' | 'keptOut'

/** `db` is the transaction under way, where there is one: beside it a second connection might never come free. */
export interface SessionSource {
  find(tokenHash: Buffer, db?: Executor): Promise<SessionFacts | undefined>
  touch(tokenHash: Buffer, at: Date): Promise<void>
  /** The facts that a session of the member would have now, and why there can be none. Throws for an unknown member. */
  findMember(
    dealerId: number,
    memberId: number,
    db?: Executor,
  ): Promise<{ readonly facts: SessionFacts; readonly barred: Barred | undefined }>
  /** The member whose call changed this one last, since then; 0 where there is none. */
  whoChanged(dealerId: number, memberId: number, since: Date, db?: Executor): Promise<number>
  /** Why somebody ended the session, as its owner is told; undefined where nobody did. */
  whyGone(tokenHash: Buffer, db?: Executor): Promise<string | undefined>
}

/** Whoever sends something bit by bit to a session, and stops when the session ends. */
export interface SessionWatcher {
  /** The session may have ended, or its rights changed: nothing is to be sent until `sure` or `over`. */
  doubt?(): void
  /** The session lives, with these rights. */
  sure(session: Session): void
  /** The session has ended. Nothing is called after this. */
  over(): void
}

export interface SessionWatch {
  /** Looks whether the session lives; without an answer while the database is away. */
  check(): void
  stop(): void
}

export interface SessionGate {
  /** The live session of a token; undefined when there is none or it has run out. */
  open(token: string): Promise<Session | undefined>
  /** The same without counting as use of it: a page that is only open does not keep a session alive. */
  look(token: string): Promise<Session | undefined>
  /** The same for a call under way, before it commits or answers; in its transaction `db`, where it has one. */
  stillOpen(token: string, db?: Executor): Promise<Session | undefined>
  /** Calls the watcher within moments of every change to the session, in the order of the commits. */
  watch(token: string, session: Session, watcher: SessionWatcher): SessionWatch
  /** For `Behalf` alone: the session that the member would have now, and why there can be none. */
  standingOf(
    dealerId: number,
    memberId: number,
    db?: Executor,
  ): Promise<{ readonly session: Session; readonly barred: Barred | undefined }>
  /** The member whose call changed this one within the last day; 0 where there is none. */
  whoChanged(dealerId: number, memberId: number, db?: Executor): Promise<number>
  /** Of a token that opens nothing: why somebody ended its session, as its owner is told; undefined where nobody did. */
  whyGone(token: string, db?: Executor): Promise<string | undefined>
  /** Resolves once this process has been told of every change committed so far. */
  settle(): Promise<void>
}

/** Told by triggers, in the transaction that ends a session or changes rights. */
const channel = 'session_changed'

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

interface Cached {
  readonly session: Session
  readonly checkedAt: number
}
type Cache = Map<string, Cached>

const isLive = (facts: SessionFacts, now: number): boolean =>
  now - facts.createdAt.getTime() < absoluteMs && now - facts.lastSeenAt.getTime() < idleMs

/**
 * Opens sessions, from memory where it can: reading one costs as much as a list. PostgreSQL tells every process when a session
 * ends or its rights change (triggers on session, member, dealer). While that line is down nothing is cached.
 */
export function createSessionGate(source: SessionSource, line: Line, clock: Clock): SessionGate {
  const used: Cache = new Map()
  // Apart from the used ones: who finds a session there has said before that it is in use.
  const looked: Cache = new Map()
  /** Grows with every message and every loss. */
  let generation = 0
  const watches = new Set<Watched>()
  const tell = (isMeant: (watched: Watched) => boolean): void => {
    for (const watched of watches) if (isMeant(watched)) watched.changed()
  }
  line.listen(channel, {
    lost() {
      generation += 1
      used.clear()
      looked.clear()
    },
    // Changes made while the line was down were not heard.
    up: () => tell(() => true),
    heard(payload) {
      generation += 1
      forget(used, payload)
      forget(looked, payload)
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
    if (isUse && now.getTime() - facts.lastSeenAt.getTime() > touchMs) await source.touch(tokenHash, now)
    const session = mintSession(isUse ? { ...facts, lastSeenAt: now } : facts)
    // A change told while we were reading may be newer than what we read: then it is not kept.
    if (line.isUp() && generation === before) {
      if (cache.size >= mostCached) cache.clear()
      cache.set(key, { session, checkedAt: now.getTime() })
    }
    return session
  }

  return {
    open: (token) => find(token, used, true),
    look: (token) => find(token, looked, false),
    async stillOpen(token, db) {
      const tokenHash = hashToken(token)
      const cached = findCached(tokenHash.toString('hex'), used)
      if (cached) return cached
      const facts = await source.find(tokenHash, db)
      return facts && isLive(facts, clock().getTime()) ? mintSession(facts) : undefined
    },
    watch(token, { dealerId }, watcher) {
      const watch = createWatch(watcher, () => find(token, looked, false))
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
    async standingOf(dealerId, memberId, db) {
      const { facts, barred } = await source.findMember(dealerId, memberId, db)
      return { session: mintSession(facts), barred }
    },
    whoChanged: (dealerId, memberId, db) =>
      source.whoChanged(dealerId, memberId, new Date(clock().getTime() - dayMs), db),
    whyGone: async (token, db) => (token === '' ? undefined : source.whyGone(hashToken(token), db)),
    settle: () => line.settle(channel),
  }
}

interface Watched {
  /** The hash of the token, as payloads name it. */
  readonly key: string
  readonly dealerId: number
  readonly changed: () => void
}

/** One look at a time; a change during a look makes one more. */
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
    // While the database is away, the next check finds out.
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
