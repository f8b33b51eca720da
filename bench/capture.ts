import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import { createApp } from '../server/src/app.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { createLog } from '../server/src/platform/log.ts'
import { recordStatements } from '../server/test/statements.ts'
import type { Request } from './load.ts'
import type { Sample } from './pgbench.ts'
import { requestOf } from './scenarios.ts'
import type { Reader, Scenario } from './scenarios.ts'

/** The statements of one request of each reader, recorded from the product itself. */
export async function captureSamples(
  url: string,
  scenario: Scenario,
  readers: readonly Reader[],
): Promise<Sample[]> {
  const filesFolder = await mkdtemp(path.join(tmpdir(), 'showroom-bench-'))
  const app = await createApp({
    databaseUrl: url,
    poolSize: 2,
    log: createLog('warn'),
    clock: systemClock,
    filesFolder,
    fileSecret: 'of no use: the bench asks for no file',
    trustProxy: 0,
    demo: false,
    demoAccounts: () => Promise.resolve(undefined),
    wecom: { appId: '', agentId: '' },
  })
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
  try {
    const samples: Sample[] = []
    for (const reader of readers) {
      const [body = {}] = await scenario.bodies(reader, 1)
      const request = requestOf(scenario.call, reader.token, body)
      // The session comes from the server's memory, as it does under load; and the pool's connections are open.
      await send(requestOf(rooms.access.profile, reader.token, {}))
      const statements = await recordStatements(() => send(request))
      const key = request.headers['idempotency-key']
      samples.push({
        statements,
        vary: { ...scenario.vary?.(body, reader), ...(key && { [key]: 'random(1, 9000000000000000)' }) },
      })
    }
    return samples
  } finally {
    await app.close()
    await rm(filesFolder, { recursive: true })
  }
}
