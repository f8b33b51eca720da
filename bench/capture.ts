import { setTimeout as wait } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import { recordStatements } from '../server/test/database/statements.ts'
import { inside } from './inside.ts'
import type { Request } from './load.ts'
import type { Sample } from './pgbench.ts'
import { requestOf } from './scenarios.ts'
import type { Reader, Scenario } from './scenarios.ts'

/** The statements of one request per reader, recorded from the product itself. */
export async function captureSamples(
  url: string,
  scenario: Scenario,
  readers: readonly Reader[],
): Promise<Sample[]> {
  return inside(url, 'of no use: the bench asks for no file', async (app) => {
    const send = async ({ path: to, headers, body }: Request): Promise<void> => {
      const answer = await app.http.inject({
        method: 'POST',
        url: to,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: body,
      })
      if (!answer.body.startsWith('{"status":"0"'))
        throw new Error(`${scenario.name} was refused: ${answer.body}`)
    }
    // Waits for the live connection: nothing is cached before, so base data would be read, and counted, as part of
    // the call.
    while (!app.live.isUp()) await wait(20)
    const samples: Sample[] = []
    for (const reader of readers) {
      const [body = {}] = await scenario.bodies(reader, 1)
      const request = requestOf(scenario.call, reader.token, body)
      // Warms up the session cache and the pool's connections, as under load.
      await send(requestOf(rooms.access.profile, reader.token, {}))
      const statements = await recordStatements(() => send(request))
      const key = request.headers['idempotency-key']
      samples.push({
        statements,
        vary: {
          ...(await scenario.vary?.(body, reader)),
          ...(key && { [key]: 'random(1, 9000000000000000)' }),
        },
      })
    }
    return samples
  })
}
