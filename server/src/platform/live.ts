import type { Topic } from '@showroom/contract/kernel/call'
import { transact } from './db/client.ts'
import type { Database, Executor } from './db/client.ts'
import type { Line } from './db/line.ts'
import type { Logger } from './log.ts'

/** What changed at a dealer, for its open pages: they read again what they show of it. Holds no content. */
export interface LiveHint {
  readonly dealerId: number
  readonly topics: readonly Topic[]
  /** For these members only; everybody at the dealer where absent. */
  readonly memberIds?: readonly number[]
}

/** An open page. */
export interface Subscriber {
  readonly dealerId: number
  readonly memberId: number
  /** Milliseconds since it was last sure to know everything; where absent it is told of what comes only. */
  readonly knownMs?: number | undefined
  hinted(topics: readonly string[]): void
  /** LiveHint may have been missed. */
  missed(): void
}

/** Hears of every change at every dealer: what this process says at once, what others say when it arrives. */
export interface LiveWatcher {
  changed(dealerId: number, topics: readonly string[]): void
  /** Changes may have been missed. */
  missed(): void
}

export interface Live {
  /** Whether changes on other processes are heard. */
  isUp(): boolean
  watch(watcher: LiveWatcher): void
  /** After the commit, never within a transaction. Never fails, and may be lost when the process is killed: pages ask again by themselves. */
  hint(hint: LiveHint): void
  /** Tells at once what has changed since the page knew everything, or that nobody here can say. Gives back how to leave. */
  subscribe(subscriber: Subscriber): () => void
  /** Sends what is still to be said, while the line lives. */
  stop(): Promise<void>
}

const channel = 'live'
/** NOTIFY takes a lock on the whole database at its commit, so it is sent seldom: at most five times a second by a process. */
const gatherMs = 200
/** PostgreSQL takes less than 8,000 bytes. */
const mostBytes = 7_900

/** Dealer, topics, and the members if it is not for all. */
type Item = readonly [dealerId: number, topics: readonly string[], memberIds?: readonly number[]]

/**
 * Tells the open pages of all server processes what changed, by LISTEN/NOTIFY. What a process has to say is gathered: a hundred
 * leads within a moment are one hint. While the line is down it waits.
 */
export function createLive(line: Line, log: Logger, onSent: (hints: number) => void): Live {
  const pages = new Map<number, Set<Subscriber>>()
  const watchers: LiveWatcher[] = []
  const changes = createChanges()
  let gathered = createGathering()
  let timer: NodeJS.Timeout | undefined
  let sentAt = 0

  line.listen(channel, {
    heard(payload) {
      for (const [dealerId, topics, memberIds] of itemsIn(payload, log)) {
        for (const watcher of watchers) watcher.changed(dealerId, topics)
        changes.add(dealerId, topics, memberIds)
        for (const page of pages.get(dealerId) ?? [])
          if (!memberIds || memberIds.includes(page.memberId)) page.hinted(topics)
      }
    },
    up() {
      changes.startAnew()
      for (const watcher of watchers) watcher.missed()
      for (const page of [...pages.values()].flatMap((all) => [...all])) page.missed()
      plan()
    },
  })

  function plan(): void {
    if (timer || gathered.isEmpty() || !line.isUp()) return
    timer = setTimeout(() => void send(), Math.max(0, sentAt + gatherMs - performance.now()))
  }

  async function send(): Promise<void> {
    const going = gathered
    gathered = createGathering()
    sentAt = performance.now()
    try {
      const items = going.items()
      await line.say(channel, pack(items))
      onSent(items.length)
    } catch {
      // Said again when the line is back.
      for (const [dealerId, topics, memberIds] of going.items()) gathered.add(dealerId, topics, memberIds)
    }
    timer = undefined
    plan()
  }

  return {
    isUp: () => line.isUp(),
    watch: (watcher) => void watchers.push(watcher),
    hint({ dealerId, topics, memberIds }) {
      if (topics.length === 0) return
      for (const watcher of watchers) watcher.changed(dealerId, topics)
      gathered.add(dealerId, topics, memberIds)
      plan()
    },
    subscribe(subscriber) {
      const { dealerId } = subscriber
      const all = pages.get(dealerId) ?? new Set()
      pages.set(dealerId, all.add(subscriber))
      changes.catchUp(subscriber)
      return () => {
        all.delete(subscriber)
        if (all.size === 0 && pages.get(dealerId) === all) pages.delete(dealerId)
      }
    },
    async stop() {
      clearTimeout(timer)
      if (!gathered.isEmpty() && line.isUp()) await send()
      clearTimeout(timer)
    },
  }
}

/** Work in one transaction, begun anew where locks cross; open pages hear what it says once it is committed. */
export async function hintAfter<Result>(
  { db, live }: { readonly db: Database; readonly live: Pick<Live, 'hint'> },
  work: (trx: Executor, hintLive: (hint: LiveHint) => void) => Promise<Result>,
): Promise<Result> {
  const { result, hints } = await transact(db, async (trx) => {
    const said: LiveHint[] = []
    return { result: await work(trx, (hint) => void said.push(hint)), hints: said }
  })
  for (const hint of hints) live.hint(hint)
  return result
}

function itemsIn(payload: string, log: Logger): readonly Item[] {
  try {
    return JSON.parse(payload) as readonly Item[]
  } catch {
    log.warn({ payload: payload.slice(0, 100) }, 'not understood on the live line')
    return []
  }
}

/** When each topic changed last, at which dealer and for whom: so that who was away for a while reads again what changed, and no more. */
function createChanges() {
  /** By dealer, then by member (0 for everybody), then by topic. */
  const dealers = new Map<number, Map<number, Map<string, number>>>()
  /** All that was said since then was heard. */
  let heardSince = Number.POSITIVE_INFINITY
  return {
    startAnew(): void {
      dealers.clear()
      heardSince = performance.now()
    },
    add(dealerId: number, topics: readonly string[], memberIds: readonly number[] = [0]): void {
      const members = dealers.get(dealerId) ?? new Map<number, Map<string, number>>()
      dealers.set(dealerId, members)
      for (const memberId of memberIds) {
        const known = members.get(memberId) ?? new Map<string, number>()
        members.set(memberId, known)
        for (const topic of topics) known.set(topic, performance.now())
      }
    },
    catchUp(page: Subscriber): void {
      const { dealerId, memberId, knownMs } = page
      if (knownMs === undefined) return
      const since = performance.now() - knownMs
      // While the line is down this is said again as soon as it is up.
      if (since < heardSince) return page.missed()
      const members = dealers.get(dealerId)
      const all = [members?.get(0), members?.get(memberId)].flatMap((known) => [...(known ?? [])])
      const topics = new Set(all.filter(([, changedAt]) => changedAt >= since).map(([topic]) => topic))
      if (topics.size > 0) page.hinted([...topics].toSorted())
    },
  }
}

/** What is to be said, each thing once. */
function createGathering() {
  /** By dealer, then by member; 0 for everybody. */
  const dealers = new Map<number, Map<number, Set<string>>>()
  return {
    isEmpty: (): boolean => dealers.size === 0,
    add(dealerId: number, topics: readonly string[], memberIds: readonly number[] = [0]): void {
      const members = dealers.get(dealerId) ?? new Map<number, Set<string>>()
      dealers.set(dealerId, members)
      for (const memberId of memberIds) {
        const known = members.get(memberId) ?? new Set()
        members.set(memberId, known)
        for (const topic of topics) known.add(topic)
      }
    },
    items: (): Item[] => [...dealers].flatMap(([dealerId, members]) => itemsOf(dealerId, members)),
  }
}

/** Members who are told the same share an item. */
function itemsOf(dealerId: number, members: ReadonlyMap<number, ReadonlySet<string>>): Item[] {
  const groups = new Map<string, number[]>()
  for (const [memberId, topics] of members) {
    const key = (memberId === 0 ? '*' : '') + [...topics].toSorted().join()
    groups.set(key, [...(groups.get(key) ?? []), memberId])
  }
  return [...groups].map(([key, memberIds]): Item =>
    key.startsWith('*') ? [dealerId, key.slice(1).split(',')] : [dealerId, key.split(','), memberIds],
  )
}

/** As few payloads as hold the items. */
function pack(items: readonly Item[]): string[] {
  const payloads: string[] = []
  let texts: string[] = []
  let bytes = 2
  for (const item of items) {
    const text = JSON.stringify(item)
    // All of it is ASCII: a character is a byte.
    if (bytes + text.length + 1 > mostBytes && texts.length > 0) {
      payloads.push(`[${texts.join()}]`)
      texts = []
      bytes = 2
    }
    texts.push(text)
    bytes += text.length + 1
  }
  return [...payloads, `[${texts.join()}]`]
}
