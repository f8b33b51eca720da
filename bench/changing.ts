import type { Topic } from '@showroom/contract/kernel/call'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

const everyMs = 200

/**
 * Emits a change of `topic` in these stores again and again, as another server process would, until the returned
 * function ends it.
 */
export function keepChanging(url: string, dealerIds: readonly number[], topic: Topic): () => Promise<void> {
  const ended = new AbortController()
  const saying = (async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const payload = JSON.stringify(dealerIds.map((dealerId) => [dealerId, [topic]]))
    while (!ended.signal.aborted) {
      await client.query('select pg_notify($1, $2)', ['live', payload])
      await setTimeout(everyMs)
    }
    await client.end()
  })()
  return async () => {
    ended.abort()
    await saying
  }
}
