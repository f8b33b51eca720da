import type { Topic } from '@showroom/contract/kernel/call'
import type { Line } from '../db/line.ts'
import type { Logger } from '../observe/log.ts'

/** A change at a dealer, sent to its open pages so that they refetch. It carries no data. */
export interface LiveEvent {
  readonly dealerId: number
  readonly topics: readonly Topic[]
  /** Limits the event to these members; without it all members of the dealer get it. */
  readonly memberIds?: readonly number[]
}

/** An open page. */
export interface Subscriber {
  readonly dealerId: number
  readonly memberId: number
  /** Milliseconds since the page last had complete data. If absent, it gets only later changes. */
  readonly knownMs?: number | undefined
  changed(topics: readonly string[]): void
  /** Change events may have been missed. */
  missed(): void
}

/** Receives every change at every dealer: those of this process at once, those of other processes when their notification arrives. */
export interface LiveWatcher {
  changed(dealerId: number, topics: readonly string[]): void
  /** Change events may have been missed. */
  missed(): void
}

export interface Live {
  /** Whether changes of other processes are received. */
  isUp(): boolean
  watch(watcher: LiveWatcher): void
  /**
   * Sends a change event. The database calls it for what a transaction wrote, after its commit; others only for changes by time alone. It
   * never throws. An event can be lost when the process is killed; pages also refetch on their own.
   */
  emit(event: LiveEvent): void
  /** Adds a page and sends it the changes since `knownMs`, or `missed` if they are unknown. Returns a function that removes the page. */
  subscribe(subscriber: Subscriber): () => void
  /** Sends pending events if the connection is up. */
  stop(): Promise<void>
}

const channel = 'live'
/** Minimum time between two notifications of a process, in milliseconds. NOTIFY locks the whole database at its commit. */
const gatherMs = 200
/** Maximum size of a payload. PostgreSQL requires less than 8,000 bytes. */
const mostBytes = 7_900

/** Dealer, topics, and the members unless all are meant. */
type Item = readonly [dealerId: number, topics: readonly string[], memberIds?: readonly number[]]

/**
 * Sends changes to the open pages of all server processes, by LISTEN/NOTIFY. Events of a process are gathered, so a hundred leads within a
 * moment are one notification. While the connection is down they wait.
 */
export function createLive(line: Line, log: Logger, onSent: (events: number) => void): Live {
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
          if (!memberIds || memberIds.includes(page.memberId)) page.changed(topics)
      }
    },
    up() {
      changes.reset()
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
      await line.notify(channel, pack(items))
      onSent(items.length)
    } catch {
      // Sent again when the connection is back.
      for (const [dealerId, topics, memberIds] of going.items()) gathered.add(dealerId, topics, memberIds)
    }
    timer = undefined
    plan()
  }

  return {
    isUp: () => line.isUp(),
    watch: (watcher) => void watchers.push(watcher),
    emit({ dealerId, topics, memberIds }) {
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

function itemsIn(payload: string, log: Logger): readonly Item[] {
  try {
    return JSON.parse(payload) as readonly Item[]
  } catch {
    log.warn({ payload: payload.slice(0, 100) }, 'unreadable live message')
    return []
  }
}

/** Remembers when each topic last changed, per dealer and member, so that a page that was away refetches only what changed. */
function createChanges() {
  /** By dealer, then by member (0 for all members), then by topic. */
  const dealers = new Map<number, Map<number, Map<string, number>>>()
  /** Since this time all notifications have been received. */
  let receivedSince = Number.POSITIVE_INFINITY
  return {
    reset(): void {
      dealers.clear()
      receivedSince = performance.now()
    },
    add(dealerId: number, topics: readonly string[], memberIds: readonly number[] = [0]): void {
      const members = dealers.get(dealerId) ?? new Map<number, Map<string, number>>()
      dealers.set(dealerId, members)
      for (const memberId of memberIds) {
        const counts = members.get(memberId) ?? new Map<string, number>()
        members.set(memberId, counts)
        for (const topic of topics) counts.set(topic, performance.now())
      }
    },
    catchUp(page: Subscriber): void {
      const { dealerId, memberId, knownMs } = page
      if (knownMs === undefined) return
      const since = performance.now() - knownMs
      // While the connection is down, `up` repeats this as soon as it is back.
      if (since < receivedSince) return page.missed()
      const members = dealers.get(dealerId)
      const all = [members?.get(0), members?.get(memberId)].flatMap((known) => [...(known ?? [])])
      const topics = new Set(all.filter(([, changedAt]) => changedAt >= since).map(([topic]) => topic))
      if (topics.size > 0) page.changed([...topics].toSorted())
    },
  }
}

/** Pending events without duplicates. */
function createGathering() {
  /** By dealer, then by member; 0 for all members. */
  const dealers = new Map<number, Map<number, Set<string>>>()
  return {
    isEmpty: (): boolean => dealers.size === 0,
    add(dealerId: number, topics: readonly string[], memberIds: readonly number[] = [0]): void {
      const members = dealers.get(dealerId) ?? new Map<number, Set<string>>()
      dealers.set(dealerId, members)
      for (const memberId of memberIds) {
        const listeners = members.get(memberId) ?? new Set()
        members.set(memberId, listeners)
        for (const topic of topics) listeners.add(topic)
      }
    },
    items: (): Item[] => [...dealers].flatMap(([dealerId, members]) => itemsOf(dealerId, members)),
  }
}

/** Groups members with equal topics into one item. */
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

/** Packs the items into as few payloads as possible. */
function pack(items: readonly Item[]): string[] {
  const payloads: string[] = []
  let texts: string[] = []
  let bytes = 2
  for (const item of items) {
    const text = JSON.stringify(item)
    // Items are ASCII, so characters equal bytes.
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
