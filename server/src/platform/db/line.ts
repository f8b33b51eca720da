import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from '../log.ts'

const retryMs = 500
/** A connection that broke without a word is found out by asking. */
const checkMs = 15_000
const answerMs = 10_000

export interface Listener {
  heard(payload: string): void
  /** The line is down: what is said now is not heard. */
  lost?(): void
  /** It is up, for the first time or again. */
  up?(): void
}

/** One connection that listens on channels of PostgreSQL for a whole process, for good: when it breaks it is made again. */
export interface Line {
  isUp(): boolean
  /** To be called before anything is awaited: all channels are listened on at once. */
  listen(channel: string, listener: Listener): void
  /** Says some things on a channel, in one round trip. Rejects when the line is down or breaks. */
  say(channel: string, payloads: readonly string[]): Promise<void>
  /** Says something on a channel and waits to hear it: what was said there before has been heard by then. */
  settle(channel: string): Promise<void>
  stop(): Promise<void>
}

/** The connection is begun on the next turn, so that listeners can be named first. */
export function openLine(url: string, log: Logger): Line {
  const listeners = new Map<string, Listener>()
  const echoes = createEchoes()
  let client: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const lose = (): void => {
    if (client && !stopped)
      log.warn('line to the database lost: nothing is heard of other processes until it is back')
    client = undefined
    echoes.letGo()
    for (const listener of listeners.values()) listener.lost?.()
    if (!stopped) retry = setTimeout(reconnect, retryMs)
  }

  const reconnect = (): void => {
    connecting = connect()
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: answerMs,
      application_name: 'showroom-line',
      // Each says what it has to say at once.
      pipeline: true,
    })
    let gone = false
    const end = (): void => {
      clearInterval(check)
      if (!gone) lose()
      gone = true
    }
    const check = setInterval(
      () => void next.query('select 1').catch(() => next.connection.stream.destroy()),
      checkMs,
    )
    next.on('error', end)
    next.on('end', end)
    next.on('notification', ({ channel, payload = '' }) => {
      if (!echoes.heard(payload)) listeners.get(channel)?.heard(payload)
    })
    try {
      await next.connect()
      await next.query([...listeners.keys()].map((channel) => `listen ${channel}`).join(';'))
      if (gone) return
      client = next
      for (const listener of listeners.values()) listener.up?.()
    } catch {
      next.connection.stream.destroy()
      end()
    }
  }
  let connecting = Promise.resolve().then(connect)

  const say = async (channel: string, payloads: readonly string[]): Promise<void> => {
    if (!client) throw new Error('the line is down')
    await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
      channel,
      payloads,
    ])
  }

  return {
    isUp: () => client !== undefined,
    listen: (channel, listener) => void listeners.set(channel, listener),
    say,
    async settle(channel) {
      if (!client) return
      const { payload, heard } = echoes.expect()
      say(channel, [payload]).catch(() => echoes.heard(payload))
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

/** What a process says to itself. Others hear it too and leave it. */
function createEchoes() {
  const self = randomUUID()
  const waiting = new Map<string, () => void>()
  let count = 0
  return {
    expect(): { payload: string; heard: Promise<void> } {
      const payload = `echo:${self}:${(count += 1)}`
      return { payload, heard: new Promise((resolve) => waiting.set(payload, resolve)) }
    },
    /** Whether it was an echo, anybody's. */
    heard(payload: string): boolean {
      waiting.get(payload)?.()
      waiting.delete(payload)
      return payload.startsWith('echo:')
    },
    letGo(): void {
      for (const heard of waiting.values()) heard()
      waiting.clear()
    },
  }
}
