import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { makerSteps } from '../contract/src/order/maker.rules.ts'
import { offerHelp } from '../server/src/platform/help.ts'
import { askOpen, isWorthRepeating } from './open-request.ts'

/** `npm run send-order-status -- --order DD… --dealer HZ001 --status 15`: plays the maker's order system (docs/order-status.md). */

const usage = `Usage: npm run send-order-status -- --order NUMBER [--dealer CODE] [--status N | --all] [--vin VIN] [--line SUB_ORDER] [--pause MS] [--key KEY --secret SECRET] [--url URL]
       npm run send-order-status -- --refused [--key KEY --secret SECRET] [--url URL]
       npm run send-order-status -- --replay [--key KEY --secret SECRET] [--url URL]
  --order   number of an approved order
  --dealer  code of its store (HZ001)
  --status  15 taken over, 16 accepted, 17 partly equipped, 4 equipped, 19 delivered, 14 completed (15)
  --all     every step, one after the other
  --vin     of the vehicle that it was given; one is made up for steps from 4 on
  --line    number of the sub-order that it is about, else the whole order
  --pause   milliseconds between the steps of --all (1500)
  --key, --secret  of the maker's system, else MAKER_KEY and MAKER_SECRET, else the demo's
  --url     the server, else SHOWROOM_URL (http://localhost:3000)
  --refused send nothing, list what was refused
  --replay  send nothing, try the refused ones again`
offerHelp(usage)

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const { values: given } = parseArgs({
  options: {
    url: text,
    key: text,
    secret: text,
    order: text,
    dealer: text,
    status: text,
    vin: text,
    line: text,
    pause: text,
    all: flag,
    refused: flag,
    replay: flag,
  },
})
const sender = {
  url: given.url ?? process.env['SHOWROOM_URL'] ?? 'http://localhost:3000',
  key: given.key ?? process.env['MAKER_KEY'] ?? 'demo-maker',
  secret: given.secret ?? process.env['MAKER_SECRET'] ?? 'showroom-maker-secret-2026',
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Answer {
  readonly detail: string
  readonly state?: string
  readonly orderStatus?: number
  readonly receipt?: string
  readonly data?: readonly Refused[]
  readonly receipts?: readonly (Refused & { readonly state: string })[]
}
interface Refused {
  readonly receipt: string
  readonly orderNo: string
  readonly detail: string
}

const ask = (method: 'GET' | 'POST', path: string, body?: string) =>
  askOpen<Answer>(sender, method, path, body)

const equippedFrom = makerSteps.indexOf(4)
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const madeUpVin = (): string =>
  `LSV${letters[randomInt(letters.length)]}A41Z8N${String(randomInt(10_000_000)).padStart(7, '0')}`

/** Until it is answered for good: the same deliveryId is the same step, however often it is sent. */
async function send(order: string, status: number, vin: string | undefined): Promise<void> {
  const body = JSON.stringify({
    dealerCode: given.dealer ?? 'HZ001',
    deliveryId: `${Date.now().toString(36)}-${status}`,
    status,
    occurredAt: Math.floor(Date.now() / 1000),
    ...(given.line && { subOrderNo: given.line }),
    ...(vin && { vehicles: [{ vin }] }),
  })
  for (let tries = 1; ; tries++) {
    const answer = await ask('POST', `/open/v1/orders/${encodeURIComponent(order)}/status`, body).catch(
      (error: Error) => ({ httpStatus: 0, retryAfter: 1, detail: error.message }) as never,
    )
    if (!isWorthRepeating(answer.httpStatus) || tries === 10) {
      const { httpStatus, state = '', orderStatus = 0, receipt = '', detail } = answer
      say(
        `${status}  ${httpStatus} ${state || detail}  status ${orderStatus}  receipt ${receipt}  ${state && detail}`,
      )
      return
    }
    await wait((answer.retryAfter || 1) * 1000)
  }
}

async function run(): Promise<void> {
  if (given.refused) {
    const { data = [], detail } = await ask('GET', '/open/v1/orders/refused')
    for (const one of data) say(`${one.receipt}  ${one.orderNo}  ${one.detail}`)
    return say(detail || `${data.length} refused`)
  }
  if (given.replay) {
    const { receipts = [], detail } = await ask('POST', '/open/v1/orders/replay', '{}')
    for (const one of receipts) say(`${one.receipt}  ${one.orderNo}  ${one.state}  ${one.detail}`)
    return say(detail || `${receipts.length} refused deliveries tried again`)
  }
  if (!given.order) throw new Error(usage)
  const steps = given.all ? makerSteps.slice(1) : [Number(given.status ?? 15)]
  const vin = given.vin ?? madeUpVin()
  for (const [at, status] of steps.entries()) {
    if (at > 0) await wait(Number(given.pause ?? 1500))
    const isEquipped = makerSteps.findIndex((step) => step === status) >= equippedFrom
    await send(given.order, status, given.vin || (isEquipped && !given.line) ? vin : undefined)
  }
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
