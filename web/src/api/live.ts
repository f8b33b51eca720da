import { LiveEvent, livePath } from '@showroom/contract/kernel/live'
import { createListeners } from './listeners'
import { nowMs } from './clock'
import { readToken, storedDealerId } from './session'

/** Receives changes of the store. */
export interface LiveListener {
  /** These topics have changed at the store. */
  changed(topics: readonly string[]): void
  /** Any topic may have changed, so all visible data must be refetched. */
  missed(): void
}

const liveTimes = {
  /** Refetch interval without a stream (`pollMs`) and with one (`safetyMs`): an event can be lost with the server process that had it. */
  pollMs: 30_000,
  safetyMs: 120_000,
  /** The server sends something every 15 s; a stream that is silent for longer than this is broken. */
  silentMs: 40_000,
  /** A hidden page closes its stream after this time, since browsers allow few connections per site. */
  hiddenMs: 30_000,
  /** A page without input closes its stream after this time. Otherwise an open page would keep its session alive forever. */
  untouchedMs: 3_600_000,
  firstRetryMs: 1_000,
  lastRetryMs: 60_000,
  tickMs: 5_000,
  /**
   * Added to the age of the data at the first connection: data read while the page loaded is older than the stream, and
   * requests take time.
   */
  slackMs: 10_000,
} as const

/** State of the page's event stream, for parts that report its loss or keep it open on an unattended page. */
export interface LiveLine {
  readonly isUp: boolean
  /** A user is at the page, or the stream is held. */
  readonly isAttended: boolean
}

const listeners = createListeners()
let line: LiveLine = { isUp: false, isAttended: true }
let holds = 0

function updateLine(change: Partial<LiveLine>): void {
  const next = { ...line, ...change }
  if (next.isUp === line.isUp && next.isAttended === line.isAttended) return
  line = next
  listeners.notify()
}

export const readLine = (): LiveLine => line
export const watchLine = listeners.subscribe

/** Keeps the stream of a page that is watched from afar without input, if the user chose that. Returns a function that releases it. */
export function holdLine(): () => void {
  holds += 1
  return () => {
    holds -= 1
  }
}

/** A random time between half of `ms` and `ms`, so that pages do not all reconnect at the same moment. */
const scattered = (ms: number): number => ms * (0.5 + Math.random() / 2)

/**
 * Subscribes to changes of the store by an event stream, which is read by fetch so that the token can go into a header.
 * Reconnects when the stream breaks, refetches every half minute without one, and pauses while no user is at the page.
 * Returns a function that ends it.
 */
export function openLive(on: LiveListener): () => void {
  const dealerId = storedDealerId()
  let stream: Stream | undefined
  /** The expired token, which is not tried again. */
  let goneToken = ''
  let wasOpen = false
  let failures = 0
  let retryAt = 0
  let readAt = nowMs()
  let retry: ReturnType<typeof setTimeout> | undefined

  const missed = (): void => {
    readAt = nowMs()
    on.missed()
  }
  const close = (): void => {
    stream?.close()
    stream = undefined
    updateLine({ isUp: false })
  }

  /** Handles a lost stream. The wait before the next attempt doubles with each failure in a row. */
  function lose(): void {
    const lasted = stream?.openedAt ? nowMs() - stream.openedAt : 0
    close()
    failures = lasted > liveTimes.lastRetryMs ? 1 : failures + 1
    const wait = Math.min(liveTimes.firstRetryMs * 2 ** (failures - 1), liveTimes.lastRetryMs)
    retryAt = Math.max(retryAt, nowMs() + scattered(wait))
    clearTimeout(retry)
    if (Number.isFinite(retryAt)) retry = setTimeout(tick, Math.max(0, retryAt - nowMs()))
  }

  const open = (token: string): Stream =>
    // The server sends the events since the page's first read at once.
    openStream(token, wasOpen ? 0 : nowMs() - readAt + liveTimes.slackMs, {
      opened() {
        updateLine({ isUp: true })
        // A broken stream may have ended with its server process, and events may have been lost with it.
        if (wasOpen) missed()
        wasOpen = true
      },
      event(event) {
        if ('topics' in event) on.changed(event.topics)
        else if ('missed' in event) missed()
        else if (event.end === 'session') {
          goneToken = token
          // No further event arrives: the refetch learns that the session is over, and why.
          missed()
        }
        // Newer windows have taken its place; reconnecting would push them out in turn.
        else if (event.end === 'replaced') retryAt = Number.POSITIVE_INFINITY
      },
      ended: lose,
    })

  function tick(): void {
    const now = nowMs()
    const token = readToken()
    // If another window switched to another store or signed out, this window no longer belongs to that session.
    const isOurs = token !== '' && token !== goneToken && storedDealerId() === dealerId
    const isAttended = presence.isThere(now)
    updateLine({ isAttended })
    if (!isOurs || !isAttended) return close()
    if (stream && stream.token !== token) close()
    if (stream && now - stream.heardAt > liveTimes.silentMs) lose()
    if (!stream && now >= retryAt) {
      retryAt = 0
      stream = open(token)
    }
    if (now - readAt >= (stream?.openedAt ? liveTimes.safetyMs : liveTimes.pollMs)) missed()
  }

  const presence = watchPresence((isNewNetwork) => {
    // The old connection does not survive a change of network and would be silent for long.
    if (isNewNetwork) close()
    retryAt = 0
    tick()
  })
  const timer = setInterval(tick, liveTimes.tickMs)
  // The stream is dead without a network, but would fail only much later.
  addEventListener('offline', close)
  tick()
  return () => {
    removeEventListener('offline', close)
    clearInterval(timer)
    clearTimeout(retry)
    presence.stop()
    close()
  }
}

interface Stream {
  readonly token: string
  /** Time of the last data received; at first the time of the request. */
  readonly heardAt: number
  /** 0 until the server sends the first data. */
  readonly openedAt: number
  /** Closes the stream without calling `ended`. */
  close(): void
}

function openStream(
  token: string,
  knownMs: number,
  on: { opened(): void; event(event: LiveEvent): void; ended(): void },
): Stream {
  const abort = new AbortController()
  const { signal } = abort
  const stream = { token, heardAt: nowMs(), openedAt: 0, close: () => abort.abort() }

  async function run(): Promise<void> {
    const headers = { authorization: token }
    const address = `${livePath}?known=${knownMs}`
    const response = await fetch(address, { headers, cache: 'no-store', signal })
    if (response.status === 401) on.event({ end: 'session' })
    const isStream = /event-stream/.test(response.headers.get('content-type') ?? '')
    if (!response.ok || !response.body || !isStream) return
    await readEvents(response.body, (event) => {
      if (signal.aborted) return
      stream.heardAt = nowMs()
      if (!stream.openedAt) {
        stream.openedAt = nowMs()
        on.opened()
      }
      if (event) on.event(event)
    })
  }
  void run()
    // A broken and a refused stream are handled alike.
    .catch(() => undefined)
    .then(() => {
      if (!signal.aborted) on.ended()
    })
  return stream
}

/** Reads server-sent events and passes them on; undefined stands for a comment, which only shows that the connection is alive. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  heard: (event: LiveEvent | undefined) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks)
      heard(
        block.startsWith('data: ')
          ? LiveEvent.safeParse(JSON.parse(block.slice('data: '.length))).data
          : undefined,
      )
  }
}

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Tracks whether a user is at the page: it is visible and had input within the hour. Calls `returned` when the user comes back. */
function watchPresence(returned: (isNewNetwork: boolean) => void) {
  let touchedAt = nowMs()
  let hiddenAt = document.hidden ? 0 : Number.POSITIVE_INFINITY
  const isThere = (now: number): boolean =>
    now - hiddenAt < liveTimes.hiddenMs && (holds > 0 || now - touchedAt < liveTimes.untouchedMs)
  const touched = (): void => {
    const wasThere = isThere(nowMs())
    touchedAt = nowMs()
    if (!wasThere && isThere(touchedAt)) returned(false)
  }
  const turned = (): void => {
    if (document.hidden) {
      hiddenAt = nowMs()
      return
    }
    const wasThere = isThere(nowMs())
    hiddenAt = Number.POSITIVE_INFINITY
    touchedAt = nowMs()
    if (!wasThere) returned(false)
  }
  const listening = new AbortController()
  const options = { passive: true, capture: true, signal: listening.signal }
  for (const input of inputs) addEventListener(input, touched, options)
  document.addEventListener('visibilitychange', turned, options)
  // Without `capture`: only the window's own focus events, not those of elements inside.
  addEventListener('focus', () => returned(false), { signal: listening.signal })
  addEventListener('online', () => returned(true), { signal: listening.signal })
  return { isThere, stop: () => listening.abort() }
}
