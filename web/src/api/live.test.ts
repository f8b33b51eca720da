/// <reference types="node" />

import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdLine, openLive, readLine } from './live'

/** A page's stream of changes against a real HTTP server, with the timers of the page in the test's hands. */

const second = 1000
interface Opened {
  readonly token: string | undefined
  readonly version: number
  readonly response: ServerResponse
  isOver: boolean
}
const opened: Opened[] = []
/** The next responses instead of a stream: an HTTP status, or 0 for a lost connection. */
let refusals: number[] = []
const server = createServer((request, response) => {
  const version = Number(new URL(request.url ?? '', 'http://server').searchParams.get('known'))
  const stream: Opened = { token: request.headers.authorization, version, response, isOver: false }
  opened.push(stream)
  response.on('close', () => (stream.isOver = true))
  response.shouldKeepAlive = false
  const refusal = refusals.shift()
  if (refusal === 0) response.destroy()
  else if (refusal !== undefined) response.writeHead(refusal).end()
  else response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n')
})
const send = (event: object, stream = opened.at(-1)) =>
  stream?.response.write(`data: ${JSON.stringify(event)}\n\n`)

const page = { token: 'one', dealerId: 7, isHidden: false }
let document: EventTarget
let window: EventTarget
const heard: (readonly string[] | 'missed')[] = []
let leave: () => void = () => undefined
/** Opens the page's stream and waits until it is up. */
async function open(): Promise<void> {
  leave = openLive({ changed: (topics) => heard.push(topics), missed: () => heard.push('missed') })
  await until(() => readLine().isUp)
}

/** Waits for what the sockets bring; the page's own timers do not move. */
async function until(isReached: () => boolean): Promise<void> {
  for (let at = 0; at < 20_000 && !isReached(); at += 1) await setImmediate()
  expect(isReached()).toBe(true)
}
const quiet = async (): Promise<void> => {
  for (let at = 0; at < 200; at += 1) await setImmediate()
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Shows or hides the page. */
function turn(isHidden: boolean): void {
  page.isHidden = isHidden
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  // Waits are scattered between half and all of their length: all of it here.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  Object.assign(page, { token: 'one', dealerId: 7, isHidden: false })
  opened.length = 0
  heard.length = 0
  refusals = []
  window = new EventTarget()
  document = Object.defineProperties(new EventTarget(), {
    hidden: { get: () => page.isHidden },
    cookie: { get: () => (page.token ? `Dealer-User-Token=${page.token}` : '') },
  })
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init))
  vi.stubGlobal('document', document)
  vi.stubGlobal('localStorage', { getItem: () => String(page.dealerId) })
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
})
afterEach(() => {
  leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a stream', () => {
  it('carries the token, asks for changes since the page was read, and passes topics on', async () => {
    await open()
    expect(opened[0]).toMatchObject({ token: 'one', version: 10 * second })
    send({ topics: ['customer', 'task'] })
    send({ what: 'a later release sends' })
    send({ missed: true })
    await until(() => heard.length === 2)
    expect(heard).toEqual([['customer', 'task'], 'missed'])
    leave()
    await until(() => opened[0]?.isOver === true)
    expect(readLine().isUp).toBe(false)
  })

  it('that was lost is opened again, after which everything is read again', async () => {
    await open()
    opened[0]?.response.destroy()
    await until(() => !readLine().isUp)
    await pass(second - 1)
    await quiet()
    expect(opened).toHaveLength(1)
    await pass(1)
    await until(() => readLine().isUp)
    expect(opened[1]?.version).toBe(0)
    expect(heard).toEqual(['missed'])
  })

  it('that is refused is tried after a wait that doubles up to a minute', async () => {
    refusals = [0, 503, 502, 500, 503, 503, 503, 503]
    leave = openLive({ changed: () => undefined, missed: () => undefined })
    for (const [at, wait] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      await until(() => opened[at]?.isOver === true)
      await quiet()
      await pass(wait * second - 1)
      await quiet()
      expect(opened, `before ${wait} s`).toHaveLength(at + 1)
      await pass(1)
      await until(() => opened.length === at + 2)
    }
    await until(() => readLine().isUp)
  })

  it('that is silent for longer than the server ever is is given up', async () => {
    await open()
    for (let at = 0; at < 4; at += 1) {
      await pass(15 * second)
      opened[0]?.response.write(': here\n\n')
      await quiet()
    }
    expect(opened).toHaveLength(1)
    await pass(46 * second)
    await until(() => opened.length === 2)
    expect(opened[0]?.isOver).toBe(true)
  })

  it('is not opened again after its session ended, but with the next token', async () => {
    await open()
    send({ end: 'session' })
    opened[0]?.response.end()
    await until(() => !readLine().isUp)
    expect(heard).toEqual(['missed'])
    await pass(300 * second)
    await quiet()
    expect(opened).toHaveLength(1)
    page.token = 'two'
    await pass(5 * second)
    await until(() => opened[1]?.token === 'two')
  })

  it('is not opened with a token that the server refuses', async () => {
    refusals = [401]
    leave = openLive({ changed: () => undefined, missed: () => heard.push('missed') })
    await until(() => heard.length === 1)
    await pass(20 * second)
    await quiet()
    expect(opened).toHaveLength(1)
  })

  it('that newer windows replaced is opened again only when the user comes to this one', async () => {
    await open()
    send({ end: 'replaced' })
    opened[0]?.response.end()
    await until(() => !readLine().isUp)
    await pass(300 * second)
    await quiet()
    expect(opened).toHaveLength(1)
    window.dispatchEvent(new Event('focus'))
    await until(() => opened.length === 2)
  })

  it('follows a token that the page renewed, and ends when the browser is at another store', async () => {
    await open()
    page.token = 'two'
    await pass(5 * second)
    await until(() => opened[1]?.token === 'two')
    expect(opened[0]?.isOver).toBe(true)
    page.dealerId = 8
    await pass(5 * second)
    await until(() => opened[1]?.isOver === true)
    await pass(60 * second)
    await quiet()
    expect(opened).toHaveLength(2)
  })

  it('ends without a network and is opened at once with the next', async () => {
    await open()
    window.dispatchEvent(new Event('offline'))
    await until(() => opened[0]?.isOver === true)
    window.dispatchEvent(new Event('online'))
    await until(() => opened.length === 2)
    expect(opened[1]?.version).toBe(0)
  })
})

describe('a page', () => {
  it('without a stream reads everything each half minute, and with one each two minutes', async () => {
    refusals = Array.from({ length: 20 }, () => 503)
    leave = openLive({ changed: () => undefined, missed: () => heard.push('missed') })
    await until(() => opened[0]?.isOver === true)
    for (let at = 0; at < 12; at += 1) {
      await pass(5 * second)
      await quiet()
    }
    expect(heard).toHaveLength(2)
    leave()
    heard.length = 0
    refusals = []
    await open()
    for (let at = 0; at < 24; at += 1) {
      await pass(5 * second)
      opened.at(-1)?.response.write(': here\n\n')
      await quiet()
    }
    expect(heard).toEqual(['missed'])
  })

  it('that is hidden closes its stream after a while, and opens it when it is shown', async () => {
    await open()
    turn(true)
    await pass(25 * second)
    await quiet()
    expect(opened[0]?.isOver).toBe(false)
    await pass(10 * second)
    await until(() => opened[0]?.isOver === true)
    expect(readLine()).toEqual({ isUp: false, isAttended: false })
    turn(false)
    await until(() => opened.length === 2 && readLine().isUp)
    expect(readLine().isAttended).toBe(true)
  })

  it('without input for an hour closes its stream, unless it is held', async () => {
    const beat = async (seconds: number): Promise<void> => {
      for (let at = 0; at < seconds; at += 30) {
        await pass(30 * second)
        opened.at(-1)?.response.write(': here\n\n')
        await quiet()
      }
    }
    await open()
    const release = holdLine()
    await beat(3_660)
    expect(readLine().isUp).toBe(true)
    release()
    await pass(5 * second)
    await until(() => !readLine().isUp)
    window.dispatchEvent(new Event('keydown'))
    await until(() => readLine().isUp)
  })
})
