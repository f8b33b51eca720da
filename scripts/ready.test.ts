import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const launcher = path.resolve(import.meta.dirname, '../server/src/showroom.main.ts')

let isReady = false
const server = createServer((_, response) => {
  response.statusCode = isReady ? 200 : 503
  response.end()
})
beforeEach(async () => {
  isReady = false
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  await once(server.close(), 'close')
})

/** The exit code of `showroom ready` for the server of this test. */
async function ready(...args: readonly string[]): Promise<unknown> {
  const { port } = server.address() as AddressInfo
  const { PATH } = process.env
  const child = spawn(process.execPath, [launcher, 'ready', ...args], {
    env: { PATH, PORT: String(port), MAINPID: mainPid },
  })
  const [code] = await once(child, 'exit')
  return code
}
let mainPid = ''

it('waits until the server is ready', async () => {
  mainPid = String(process.pid)
  const waiting = ready()
  await once(server, 'request')
  isReady = true
  expect(await waiting).toBe(0)
})

it('gives up after the given time', async () => {
  mainPid = ''
  expect(await ready('--seconds', '0.5')).toBe(1)
})

it('gives up at once if the process that systemd watches is gone', async () => {
  mainPid = String(spawnSync(process.execPath, ['--version']).pid)
  expect(await ready()).toBe(1)
})
