import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { createTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'

const main = path.resolve(import.meta.dirname, '../src/main.ts')

let database: TestDatabase
afterEach(() => database.drop())

/** What the captcha call of a server process with DEMO=1 answers. */
async function captchaOfDemoServer(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-demo-'))
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      PORT: '0',
    },
  })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let output = ''
      const read = (part: Buffer): void => {
        output += part.toString()
        const found = /http:\/\/localhost:\d+/.exec(output)
        if (found) resolve(found[0])
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('close', () => reject(new Error(output)))
    })
    const response = await fetch(address + rooms.access.captcha.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uniqueId: 'demo-mode' }),
    })
    return (await response.json()) as Record<string, unknown>
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
    rmSync(folder, { recursive: true, force: true })
  }
}

it('helps with the codes over the demo network', async () => {
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
