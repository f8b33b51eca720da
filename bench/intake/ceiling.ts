import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp } from '../../server/src/app.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { recordStatements } from '../../server/test/statements.ts'
import { pgbench, scriptsOf } from '../pgbench.ts'

/** How many deliveries a second PostgreSQL alone keeps: the server's own insert, sent by pgbench. */
export async function measureInsert(
  url: string,
  source: { readonly key: string; readonly secret: string; readonly fileSecret: string },
  dealerCode: string,
  seconds: number,
): Promise<number> {
  const filesFolder = await mkdtemp(path.join(tmpdir(), 'showroom-bench-'))
  const app = await createApp({
    databaseUrl: url,
    poolSize: 2,
    log: createLog('warn'),
    clock: systemClock,
    filesFolder,
    fileSecret: source.fileSecret,
    trustProxy: 0,
    demo: false,
    demoAccounts: () => Promise.resolve(undefined),
    wecom: { appId: '', agentId: '' },
  })
  try {
    const externalId = 'captured'
    const lead = { dealerCode, externalId, name: '孟小满', mobile: '19000000000', series: 1201, city: '杭州' }
    const body = JSON.stringify({ leads: [lead] })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const statements = await recordStatements(async () => {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/open/v1/leads',
        payload: body,
        headers: {
          'content-type': 'application/json',
          'x-source-key': source.key,
          'x-timestamp': timestamp,
          'x-signature': createHmac('sha256', source.secret).update(`${timestamp}.${body}`).digest('hex'),
        },
      })
      if (answer.statusCode !== 202) throw new Error(`the captured lead was refused: ${answer.body}`)
    })
    await app.intake.idle()
    const inserts = statements.filter(({ text }) => text.includes('insert into lead_delivery')).slice(0, 1)
    const sample = { statements: inserts, vary: { [externalId]: 'random(1, 9000000000000000)' } }
    return await pgbench(url, scriptsOf([sample], false), { clients: 16, seconds })
  } finally {
    await app.close()
    await rm(filesFolder, { recursive: true })
  }
}
