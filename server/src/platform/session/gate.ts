import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'
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

export interface SessionSource {
  find(tokenHash: Buffer): Promise<SessionFacts | undefined>
  touch(tokenHash: Buffer, at: Date): Promise<void>
  /** What a session of that member would be now; undefined for who works at the store no longer. */
  findMember(dealerId: number, memberId: number): Promise<SessionFacts | undefined>
  /** Why somebody ended the session, as its owner is told; undefined where nobody did. */
  whyGone(tokenHash: Buffer): Promise<string | undefined>
}

export interface SessionGate {
  /** The live session of a token; undefined when there is none or it has run out. */
  open(token: string): Promise<Session | undefined>
  /** The same without counting as use of it: a page that is only open does not keep a session alive. */
  look(token: string): Promise<Session | undefined>
  /** For work that goes on after the call of a member: with the rights that they have now. Undefined for who has none any more. */
  actFor(dealerId: number, memberId: number): Promise<Session | undefined>
  /** Of a token that opens nothing: why somebody ended its session, as its owner is told; undefined where nobody did. */
  whyGone(token: string): Promise<string | undefined>
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
  line.listen(channel, {
    lost() {
      generation += 1
      used.clear()
      looked.clear()
    },
    heard(payload) {
      generation += 1
      forget(used, payload)
      forget(looked, payload)
    },
  })

  async function find(token: string, cache: Cache, isUse: boolean): Promise<Session | undefined> {
    if (token === '' || token.length > 200) return undefined
    const tokenHash = hashToken(token)
    const key = tokenHash.toString('hex')
    const now = clock()
    const cached = cache.get(key)
    const age = cached ? now.getTime() - cached.checkedAt : -1
    if (cached && age >= 0 && age < touchMs) return cached.session
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
    async actFor(dealerId, memberId) {
      const facts = await source.findMember(dealerId, memberId)
      return facts && mintSession(facts)
    },
    whyGone: async (token) => (token === '' ? undefined : source.whyGone(hashToken(token))),
    settle: () => line.settle(channel),
  }
}

function forget(cache: Cache, payload: string): void {
  const [kind, value = ''] = payload.split(':')
  if (kind === 'token') cache.delete(value)
  else for (const [key, { session }] of cache) if (String(session.dealerId) === value) cache.delete(key)
}
