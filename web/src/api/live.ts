import { LiveEvent, livePath } from '@showroom/contract/kernel/live'
import { readToken, storedDealerId } from './session'

/** Who is told of changes. */
export interface LiveListener {
  /** These have changed at the store. */
  told(topics: readonly string[]): void
  /** Anything may have: read again what is shown. */
  missed(): void
}

const liveTimes = {
  /** Without a stream everything is read again so often, with one now and then: a hint can be lost with the process that had it. */
  pollMs: 30_000,
  safetyMs: 120_000,
  /** The server says something every 15 s; a stream that is silent for longer is broken. */
  silentMs: 40_000,
  /** A hidden page stops after a while: browsers allow few connections to a site. */
  hiddenMs: 30_000,
  /** So does one that nobody touches: or an open page would keep its session from ever running out. */
  untouchedMs: 3_600_000,
  firstRetryMs: 1_000,
  lastRetryMs: 60_000,
  tickMs: 5_000,
  /** What a page read on its way is older than its line, and a request takes its time. */
  slackMs: 10_000,
} as const

/** The page's line to the server, for whoever must say that it is lost, or stay although nobody touches the page. */
export interface LiveLine {
  readonly isUp: boolean
  /** Somebody is at the page, or it is held. */
  readonly isAttended: boolean
}

const listeners = new Set<() => void>()
let line: LiveLine = { isUp: false, isAttended: true }
let holds = 0

function tellLine(change: Partial<LiveLine>): void {
  const next = { ...line, ...change }
  if (next.isUp === line.isUp && next.isAttended === line.isAttended) return
  line = next
  for (const listener of listeners) listener()
}

export const readLine = (): LiveLine => line
export function watchLine(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Keeps the line of a page that is looked at from afar and touched by nobody; only where somebody chose that. Gives back how to let go. */
export function holdLine(): () => void {
  holds += 1
  return () => {
    holds -= 1
  }
}

/** Half to whole of a time, so that all pages do not come back in the same moment. */
const scattered = (ms: number): number => ms * (0.5 + Math.random() / 2)

/**
 * Hears of changes at the store by one stream of events, read by fetch so that the token goes in its header. Comes back by itself
 * when the stream breaks, asks every half minute while there is none, rests while nobody looks. Gives back how to end it.
 */
export function openLive(on: LiveListener): () => void {
  const dealerId = storedDealerId()
  let stream: Stream | undefined
  /** The token that the server knows no more: nothing is tried with it again. */
  let goneToken = ''
  let wasOpen = false
  let failures = 0
  let retryAt = 0
  let readAt = Date.now()
  let retry: ReturnType<typeof setTimeout> | undefined

  const missed = (): void => {
    readAt = Date.now()
    on.missed()
  }
  const close = (): void => {
    stream?.close()
    stream = undefined
    tellLine({ isUp: false })
  }

  /** The stream is over. Each time in a row it takes longer until the next is tried. */
  function lose(): void {
    const lasted = stream?.openedAt ? Date.now() - stream.openedAt : 0
    close()
    failures = lasted > liveTimes.lastRetryMs ? 1 : failures + 1
    const wait = Math.min(liveTimes.firstRetryMs * 2 ** (failures - 1), liveTimes.lastRetryMs)
    retryAt = Math.max(retryAt, Date.now() + scattered(wait))
    clearTimeout(retry)
    if (Number.isFinite(retryAt)) retry = setTimeout(tick, retryAt - Date.now())
  }

  const open = (token: string): Stream =>
    // What happened since the page's first read the server says at once.
    openStream(token, wasOpen ? 0 : Date.now() - readAt + liveTimes.slackMs, {
      opened() {
        tellLine({ isUp: true })
        // A broken one may have ended with its process, and with what that had still to say.
        if (wasOpen) missed()
        wasOpen = true
      },
      event(event) {
        if ('topics' in event) on.told(event.topics)
        else if ('missed' in event) missed()
        else if (event.end === 'session') goneToken = token
        // Newer windows took its place: it would only push them out in turn.
        else if (event.end === 'replaced') retryAt = Number.POSITIVE_INFINITY
      },
      ended: lose,
    })

  function tick(): void {
    const now = Date.now()
    const token = readToken()
    // Another window went on under another store or signed out: this one is no longer of that session.
    const isOurs = token !== '' && token !== goneToken && storedDealerId() === dealerId
    const isAttended = presence.isThere(now)
    tellLine({ isAttended })
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
    // What was open before does not live on another network, and would be silent for long.
    if (isNewNetwork) close()
    retryAt = 0
    tick()
  })
  const timer = setInterval(tick, liveTimes.tickMs)
  // Without a network the stream is dead, and would say so only much later.
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
  /** When something was heard last; at first when it was asked for. */
  readonly heardAt: number
  /** 0 until the server's first word. */
  readonly openedAt: number
  /** Nothing is heard of it after this. */
  close(): void
}

function openStream(
  token: string,
  knownMs: number,
  on: { opened(): void; event(event: LiveEvent): void; ended(): void },
): Stream {
  const abort = new AbortController()
  const { signal } = abort
  const stream = { token, heardAt: Date.now(), openedAt: 0, close: () => abort.abort() }

  async function run(): Promise<void> {
    const headers = { authorization: token }
    const address = `${livePath}?known=${knownMs}`
    const response = await fetch(address, { headers, cache: 'no-store', signal })
    if (response.status === 401) on.event({ end: 'session' })
    const isStream = /event-stream/.test(response.headers.get('content-type') ?? '')
    if (!response.ok || !response.body || !isStream) return
    await readEvents(response.body, (event) => {
      if (signal.aborted) return
      stream.heardAt = Date.now()
      if (!stream.openedAt) {
        stream.openedAt = Date.now()
        on.opened()
      }
      if (event) on.event(event)
    })
  }
  void run()
    // Broken or refused: what follows is the same.
    .catch(() => undefined)
    .then(() => {
      if (!signal.aborted) on.ended()
    })
  return stream
}

/** Reads server-sent events; undefined stands for a comment, which only says that the line lives. */
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

/** Whether somebody is at the page: it can be seen and was touched within the hour. Tells when they come back. */
function watchPresence(returned: (isNewNetwork: boolean) => void) {
  let touchedAt = Date.now()
  let hiddenAt = document.hidden ? 0 : Number.POSITIVE_INFINITY
  const isThere = (now: number): boolean =>
    now - hiddenAt < liveTimes.hiddenMs && (holds > 0 || now - touchedAt < liveTimes.untouchedMs)
  const touched = (): void => {
    const wasThere = isThere(Date.now())
    touchedAt = Date.now()
    if (!wasThere && isThere(touchedAt)) returned(false)
  }
  const turned = (): void => {
    if (document.hidden) {
      hiddenAt = Date.now()
      return
    }
    const wasThere = isThere(Date.now())
    hiddenAt = Number.POSITIVE_INFINITY
    touchedAt = Date.now()
    if (!wasThere) returned(false)
  }
  const listening = new AbortController()
  const options = { passive: true, capture: true, signal: listening.signal }
  for (const input of inputs) addEventListener(input, touched, options)
  document.addEventListener('visibilitychange', turned, options)
  // Of the window alone, not of what is in it.
  addEventListener('focus', () => returned(false), { signal: listening.signal })
  addEventListener('online', () => returned(true), { signal: listening.signal })
  return { isThere, stop: () => listening.abort() }
}
