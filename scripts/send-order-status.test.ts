import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'

/** Steps of an order that the command sends in separate calls belong to the same vehicle. */
it('gives the vehicle of a line the same number in each call', { timeout: 60_000 }, async () => {
  const vins: (string | undefined)[] = []
  const server = createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      const { vehicles } = JSON.parse(text) as { vehicles?: { vin: string }[] }
      vins.push(vehicles?.[0]?.vin)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ status: '0', code: 0, detail: 'ok', state: 'applied' }))
    })()
  })
  server.listen(0)
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const call = async (...given: string[]): Promise<void> => {
    const child = spawn(process.execPath, ['scripts/send-order-status.ts', '--url', url, ...given])
    expect(await once(child, 'exit')).toEqual([0, null])
  }
  try {
    await call('--order', 'DD1', '--status', '16')
    await call('--order', 'DD1', '--status', '4')
    await call('--order', 'DD1', '--status', '19', '--line', 'DD1-1')
    await call('--order', 'DD2', '--status', '4')
  } finally {
    server.close()
  }
  const [accepted, equipped, delivered, other] = vins
  expect(accepted).toBeUndefined()
  expect(equipped).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/)
  expect(delivered).toBe(equipped)
  expect(other).not.toBe(equipped)
})
