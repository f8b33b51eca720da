import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryEnvironment } from '../server/src/memory.ts'

const launcher = path.resolve(import.meta.dirname, '../server/src/showroom.main.ts')

let isReady = false
let isHung = false
let requests = 0
const server = createServer((_, response) => {
  requests += 1
  if (isHung) return
  response.statusCode = isReady ? 200 : 503
  response.end()
})
beforeEach(async () => {
  isReady = false
  isHung = false
  requests = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  const closed = once(server.close(), 'close')
  server.closeAllConnections()
  await closed
})

/** The exit code of `showroom ready` for the server of this test. */
async function ready(...args: readonly string[]): Promise<unknown> {
  const { port } = server.address() as AddressInfo
  const { PATH } = process.env
  const child = spawn(process.execPath, [launcher, 'ready', ...args], {
    env: { ...memoryEnvironment, PATH, PORT: String(port), MAINPID: mainPid },
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

it('finds a hung process by three requests without an answer, and no other fault', async () => {
  mainPid = ''
  isHung = true
  expect(await ready('--alive', '--seconds', '2')).toBe(3)
  expect(requests).toBe(3)
  isHung = false
  isReady = true
  expect(await ready('--alive')).toBe(0)
  expect(await ready('--alive', '--unknown')).toBe(1)
})

it('is a command of a launcher whose reader may end early, as in showroom doctor | head', () => {
  for (const args of ['help', '--version', 'doctor --help', 'unknown']) {
    const line = `"${process.execPath}" "${launcher}" ${args} | true`
    const { stderr } = spawnSync('/bin/sh', ['-c', line], { encoding: 'utf8' })
    expect(stderr, args).not.toMatch(/EPIPE|\n {4}at /)
  }
})
