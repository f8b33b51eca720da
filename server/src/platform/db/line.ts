import { randomUUID } from 'node:crypto'
import type { Logger } from '../observe/log.ts'
import { linePrefix } from '../config/node.ts'
import { DatabaseClient } from './connect.ts'
import { notifying } from './notify.ts'

const retryMs = 500
/** A notification that was not sent within this time counts as lost. */
const answerMs = 10_000

export interface Listener {
  heard(payload: string): void
  /** The connection is down: notifications sent now are missed. */
  lost?(): void
  /** The connection is up, for the first time or again. */
  up?(): void
}

/** One connection per process that listens on PostgreSQL channels. It reconnects after a failure. */
export interface Line {
  isUp(): boolean
  /** Registers a listener. Call it before awaiting anything, because all channels are subscribed to when the connection opens. */
  listen(channel: string, listener: Listener): void
  /** Sends notifications on a channel in one round trip. Rejects when the connection is down or breaks. */
  notify(channel: string, payloads: readonly string[]): Promise<void>
  /** Sends a notification to itself and waits until it arrives. All earlier notifications on the channel have arrived by then. */
  settle(channel: string): Promise<void>
  stop(): Promise<void>
}

/** Opens the connection on the next tick, so that listeners can register first. */
export function openLine(url: string, log: Logger, name = linePrefix): Line {
  const listeners = new Map<string, Listener>()
  const echoes = createEchoes()
  let client: DatabaseClient | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const lose = (): void => {
    if (client && !stopped)
      log.warn('LISTEN connection lost: changes of other processes are missed until it is restored')
    client = undefined
    echoes.releaseAll()
    for (const listener of listeners.values()) listener.lost?.()
    if (!stopped) retry = setTimeout(reconnect, retryMs)
  }

  const reconnect = (): void => {
    connecting = connect()
  }

  async function connect(): Promise<void> {
    const next = new DatabaseClient({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: answerMs,
      isWatched: true,
      application_name: name,
      // Sends each statement at once.
      pipeline: true,
    })
    let gone = false
    const end = (): void => {
      if (!gone) lose()
      gone = true
    }
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

  const notify = async (channel: string, payloads: readonly string[]): Promise<void> => {
    if (!client) throw new Error('the LISTEN connection is down')
    await client.query(notifying, [channel, payloads])
  }

  return {
    isUp: () => client !== undefined,
    listen: (channel, listener) => void listeners.set(channel, listener),
    notify,
    async settle(channel) {
      if (!client) return
      const { payload, heard } = echoes.expect()
      notify(channel, [payload]).catch(() => echoes.heard(payload))
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

/** Notifications that a process sends to itself. Other processes receive and ignore them. */
function createEchoes() {
  const self = randomUUID()
  const waiting = new Map<string, () => void>()
  let count = 0
  return {
    expect(): { payload: string; heard: Promise<void> } {
      const payload = `echo:${self}:${(count += 1)}`
      return { payload, heard: new Promise((resolve) => waiting.set(payload, resolve)) }
    },
    /** Whether the payload was an echo, of this process or another one. */
    heard(payload: string): boolean {
      waiting.get(payload)?.()
      waiting.delete(payload)
      return payload.startsWith('echo:')
    },
    releaseAll(): void {
      for (const heard of waiting.values()) heard()
      waiting.clear()
    },
  }
}
