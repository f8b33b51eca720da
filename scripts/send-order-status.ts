import { createHash } from 'node:crypto'
import { makerSteps } from '../contract/src/order/maker.rules.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { askOpen, isWorthRepeating } from './open-request.ts'
import { readSender, runCommand, print, printRefused, senderHelp, wait } from './open-sender.ts'

/** `npm run send-order-status -- --order DD… --dealer HZ001 --status 15`: plays the maker's order system (docs/order-status.md). */

const usage = `Usage: npm run send-order-status -- --order NUMBER [--dealer CODE] [--status N | --all] [--vin VIN] [--line SUB_ORDER] [--count N] [--pause MS] [--key KEY --secret SECRET] [--url URL]
       npm run send-order-status -- --refused [--key KEY --secret SECRET] [--url URL]
       npm run send-order-status -- --replay [--key KEY --secret SECRET] [--url URL]
  --order   number of an approved order
  --dealer  code of its store (HZ001)
  --status  15 taken over, 16 accepted, 17 partly equipped, 4 equipped, 19 delivered, 14 completed; 8 cancels the line (15)
  --all     all steps in order
  --vin     of the assigned vehicle; from step 4 on an invented one by default, the same at each step
  --line    number of the sub-order; the whole order by default. Vehicles of an order with several need it
  --count   with 8: total of the line's vehicles that are cancelled; all by default
  --pause   milliseconds between the steps of --all (1500)
  --refused send nothing, list the refused messages
  --replay  send nothing, retry the refused messages${senderHelp('the maker’s system', 'MAKER')}`
offerHelp(usage)

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const { given, sender } = readSender(
  {
    order: text,
    dealer: text,
    status: text,
    vin: text,
    line: text,
    count: text,
    pause: text,
    all: flag,
    refused: flag,
    replay: flag,
  },
  { prefix: 'MAKER', demo: { key: 'demo-maker', secret: 'showroom-maker-secret-2026' } },
)

interface Answer {
  readonly detail: string
  readonly state?: string
  readonly orderStatus?: number
  readonly receipt?: string
}

const equippedFrom = makerSteps.indexOf(4)
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
/** The vehicle of a line: the same at each step, as in the maker's system. */
function madeUpVin(line: string): string {
  const digest = createHash('sha256').update(line).digest()
  return `LSV${letters[digest.readUInt8(4) % letters.length]}A41Z8N${String(digest.readUInt32BE(0) % 10_000_000).padStart(7, '0')}`
}

/** Retries until a final response: the same deliveryId is the same step, however often it is sent. */
async function send(order: string, status: number, vin: string | undefined): Promise<void> {
  const body = JSON.stringify({
    dealerCode: given.dealer ?? 'HZ001',
    deliveryId: `${Date.now().toString(36)}-${status}`,
    status,
    occurredAt: Math.floor(Date.now() / 1000),
    ...(given.line && { subOrderNo: given.line }),
    ...(given.count && { cancelSubCount: Number(given.count) }),
    ...(vin && { vehicles: [{ vin }] }),
  })
  for (let tries = 1; ; tries++) {
    const path = `/open/v1/orders/${encodeURIComponent(order)}/status`
    const answer = await askOpen<Answer>(sender, 'POST', path, body).catch(
      (error: Error) => ({ httpStatus: 0, retryAfter: 1, detail: error.message }) as never,
    )
    if (!isWorthRepeating(answer.httpStatus) || tries === 10) {
      const { httpStatus, state = '', orderStatus = 0, receipt = '', detail } = answer
      print(
        `${status}  ${httpStatus} ${state || detail}  status ${orderStatus}  receipt ${receipt}  ${state && detail}`,
      )
      if (httpStatus !== 200) process.exitCode = 1
      return
    }
    await wait((answer.retryAfter || 1) * 1000)
  }
}

async function run(): Promise<void> {
  if (await printRefused(sender, '/open/v1/orders', given, ['receipt', 'orderNo', 'state', 'detail'])) return
  if (!given.order) throw new Error(usage)
  const steps = given.all ? makerSteps.slice(1) : [Number(given.status ?? 15)]
  const vin = given.vin ?? madeUpVin(given.line ?? `${given.order}-1`)
  for (const [at, status] of steps.entries()) {
    if (at > 0) await wait(Number(given.pause ?? 1500))
    const isEquipped = makerSteps.findIndex((step) => step === status) >= equippedFrom
    await send(given.order, status, given.vin || isEquipped ? vin : undefined)
  }
}

await runCommand(run)
