import { rooms } from '@showroom/contract'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { createTestDatabase } from './database/database.ts'
import type { TestDatabase } from './database/database.ts'
import { startProcess } from './cluster/process.ts'

let database: TestDatabase
afterEach(() => database.drop())

/** The response of a DEMO=1 server process to the captcha call. */
async function captchaOfDemoServer() {
  const server = await startProcess(database.url, { DEMO: '1' })
  try {
    return await server.post(rooms.access.captcha, '', { uniqueId: 'demo-mode' })
  } finally {
    await server.end()
  }
}

it('shows the codes over the demo network', async () => {
  database = await createTestDatabase({ of: 'demo' })
  expect(await captchaOfDemoServer()).toHaveProperty('demoAnswer')
}, 60_000)

it('shows no code over a real network, whatever DEMO says', async () => {
  database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `insert into dealer (code, name, province, city, area) values ('R1', '真实门店', '浙江省', '杭州市', '西湖区')`,
  )
  await client.end()
  const answer = await captchaOfDemoServer()
  expect(answer.status).toBe('0')
  expect(answer).not.toHaveProperty('demoAnswer')
}, 60_000)
