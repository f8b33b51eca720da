import { createHmac } from 'node:crypto'
import { recordStatements } from '../../server/test/database/statements.ts'
import { inside } from '../inside.ts'
import { pgbench, scriptsOf } from '../pgbench.ts'

/** How many deliveries a second PostgreSQL alone stores: the server's own insert, sent by pgbench. */
export async function measureInsert(
  url: string,
  source: { readonly key: string; readonly secret: string; readonly fileSecret: string },
  dealerCode: string,
  seconds: number,
): Promise<number> {
  return inside(url, source.fileSecret, async (app) => {
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
    return pgbench(url, scriptsOf([sample], false), { clients: 16, seconds })
  })
}
