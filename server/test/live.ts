import type { AddressInfo } from 'node:net'
import { livePath, LiveEvent } from '@showroom/contract/kernel/live'
import type { App } from '../src/app.ts'

/** An open page's stream of events. */
export interface Listening {
  readonly response: Response
  /** All received events that were not taken yet. */
  readonly events: LiveEvent[]
  /** Waits for the next event. */
  next(): Promise<LiveEvent>
  /** Resolves when the stream ends. */
  readonly over: Promise<void>
  leave(): void
}

export async function originOf(node: App): Promise<string> {
  if (!node.http.server.listening) await node.http.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(node.http.server.address() as AddressInfo).port}`
}

/** Opens a stream on one server process, over a real connection. */
export async function listenTo(node: App, token: string, query = ''): Promise<Listening> {
  const leaving = new AbortController()
  const response = await fetch(`${await originOf(node)}${livePath}${query}`, {
    headers: { authorization: token },
    signal: leaving.signal,
  })
  const events: LiveEvent[] = []
  let heard: () => void = () => undefined

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks)
        if (block.startsWith('data: ')) events.push(LiveEvent.parse(JSON.parse(block.slice(6))))
      heard()
    }
  }

  return {
    response,
    events,
    async next() {
      while (events.length === 0)
        await new Promise<void>((resolve) => {
          heard = resolve
        })
      return events.shift() as LiveEvent
    },
    over: read().catch(() => undefined),
    leave: () => leaving.abort(),
  }
}

/** Topic that ends what a page receives: the events of a process arrive in the order in which it emitted them. */
const marker = 'file'

/** Returns the topics that an open page of the member receives because of some work, without those of earlier work. */
export async function topicsOf(
  node: App,
  { dealerId, token }: { readonly dealerId: number; readonly token: string },
  work: () => Promise<unknown>,
): Promise<string[]> {
  const page = await listenTo(node, token)
  const received = async (): Promise<string[]> => {
    node.live.emit({ dealerId, topics: [marker] })
    const topics = new Set<string>()
    while (!topics.has(marker)) {
      const event = await page.next()
      for (const topic of 'topics' in event ? event.topics : []) topics.add(topic)
    }
    topics.delete(marker)
    return [...topics].toSorted()
  }
  try {
    await received()
    await work()
    return await received()
  } finally {
    page.leave()
  }
}
