import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { offerHelp } from '../server/src/platform/config/help.ts'

/** `npm run receive-events -- --secret whsec_…`: plays a system that receives webhooks (docs/outside.md). */

offerHelp(`Usage: npm run receive-events -- --secret whsec_... [--port 4000] [--answer STATUS] [--slow SECONDS]
Receives events at http://127.0.0.1:PORT, checks their signature and time, and prints them.
The server sends to this machine if it was started with WEBHOOK_LOOPBACK=1.
  --secret  as shown by 事件推送, WEBHOOK_SECRET by default; two, separated by a comma, while it is replaced
  --port    4000
  --answer  response status, 204; 500 causes retries, 410 switches the address off
  --slow    seconds before the response`)

const text = { type: 'string' } as const
const { values: given } = parseArgs({ options: { secret: text, port: text, answer: text, slow: text } })
const secrets = (given.secret ?? process.env['WEBHOOK_SECRET'] ?? '').split(',').filter((one) => one !== '')
const port = Number(given.port ?? 4000)
const status = Number(given.answer ?? 204)
const slowMs = Number(given.slow ?? 0) * 1000
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * Checks the signature by https://www.standardwebhooks.com: `v1,` and the HMAC-SHA256 of id, time and body, in
 * base64; the header may list several.
 */
function isSigned(secret: string, { headers }: IncomingMessage, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.`)
    .update(body)
    .digest()
  return String(signatures)
    .split(' ')
    .map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}

function verdictOf(request: IncomingMessage, body: Buffer): string {
  if (secrets.length === 0) return 'signature not checked'
  if (!secrets.some((secret) => isSigned(secret, request, body))) return 'SIGNATURE WRONG'
  const ageSeconds = Date.now() / 1000 - Number(request.headers['webhook-timestamp'])
  return Math.abs(ageSeconds) > 300 ? 'signed, but TOO OLD' : 'signature right'
}

const seen = new Set<string>()
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const id = String(request.headers['webhook-id'])
    print(`${id}${seen.has(id) ? ' again' : ''}  ${verdictOf(request, body)}  ${body.toString()}`)
    seen.add(id)
    setTimeout(() => response.writeHead(status).end(), slowMs)
  })
})
server.listen(port, '127.0.0.1', () =>
  print(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}, answering ${status}`),
)
