import { randomInt } from 'node:crypto'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { askOpen, isWorthRepeating } from './open-request.ts'
import { readSender, runCommand, print, senderHelp, wait } from './open-sender.ts'

/** `npm run send-leads -- --count 20 --rate 5 --dealer HZ001`: sends leads to a running server, as a car portal does (docs/intake.md). */

const usage = `Usage: npm run send-leads -- [--count N] [--rate N] [--dealer CODE] [--key KEY --secret SECRET] [--url URL]
       npm run send-leads -- --replay [--key KEY --secret SECRET] [--url URL]
  --count   leads to send (20)
  --rate    leads a second (5)
  --dealer  code of their store (HZ001)
  --replay  send nothing, retry the refused leads${senderHelp('the source', 'LEAD')}`
offerHelp(usage)

const text = { type: 'string' } as const
const { given, sender } = readSender(
  { dealer: text, count: text, rate: text, replay: { type: 'boolean' } },
  { prefix: 'LEAD', demo: { key: 'demo-portal', secret: 'showroom-demo-secret-2026' } },
)
const { dealer = 'HZ001' } = given
const count = Number(given.count ?? 20)
const rate = Number(given.rate ?? 5)

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item

const ask = (method: 'GET' | 'POST', path: string, body?: string) =>
  askOpen<Answer>(sender, method, path, body)

interface Answer {
  readonly detail: string
  readonly state?: string
  readonly receipts?: readonly {
    readonly receipt: string
    readonly externalId: string
    readonly state: string
    readonly was?: string
    readonly errors?: readonly { readonly path: string; readonly text: string }[]
    readonly warnings?: readonly { readonly path: string; readonly text: string }[]
  }[]
}

const run = Date.now().toString(36)
const makeLead = (number: number) => ({
  dealerCode: dealer,
  externalId: `${run}-${number}`,
  name: pick('王李张刘陈杨赵黄周吴徐孙'.split('')) + pick(['女士', '先生']),
  mobile: `1${pick(['38', '39', '58', '86', '87'])}${String(randomInt(100_000_000)).padStart(8, '0')}`,
  series: pick([1201, 1202, 1209]),
  remark: pick(['希望了解落地价', '预约周末试驾', '咨询置换补贴', '询问现车颜色']),
  clueLevel: pick([1, 2]),
  budget: pick(['15-20万', '20-25万', '25-30万']),
  createdAt: Math.floor(Date.now() / 1000),
})

/** Retries until a final response: the same externalId is the same lead, however often it is sent. */
async function send(number: number): Promise<string | undefined> {
  const body = JSON.stringify({ leads: [makeLead(number)] })
  for (let tries = 1; ; tries++) {
    const answer = await ask('POST', '/open/v1/leads', body).catch((error: Error) => ({
      httpStatus: 0,
      detail: error.message,
      retryAfter: 1,
      receipts: undefined,
    }))
    const [receipt] = answer.receipts ?? []
    if (receipt) {
      const { errors = [], warnings = [] } = receipt
      const wrong = [...errors, ...warnings].map(({ path, text: why }) => `${path} ${why}`).join('; ')
      print(`${receipt.externalId}  ${receipt.state}  receipt ${receipt.receipt}${wrong ? `  ${wrong}` : ''}`)
      return receipt.state === 'refused' ? undefined : receipt.receipt
    }
    if (!isWorthRepeating(answer.httpStatus) || tries === 10)
      throw new Error(`${answer.httpStatus} ${answer.detail}`)
    await wait((answer.retryAfter || 1) * 1000)
  }
}

async function sendAll(): Promise<void> {
  const began = Date.now()
  const sending: Promise<string | undefined>[] = []
  for (let number = 1; number <= count; number++) {
    await wait(Math.max(0, began + ((number - 1) * 1000) / rate - Date.now()))
    sending.push(
      send(number).catch((error: Error) => {
        print(`${run}-${number}  ${error.message}`)
        return undefined
      }),
    )
  }
  const receipts = (await Promise.all(sending)).filter((one) => one !== undefined)
  await wait(1000)
  const states = await Promise.all(
    receipts.map(async (one) => (await ask('GET', `/open/v1/leads/${one}`)).state),
  )
  const done = states.filter((state) => state === 'done').length
  print(`${count} sent, ${receipts.length} accepted, ${done} of them are leads now`)
}

async function replay(): Promise<void> {
  const { receipts = [], detail } = await ask('POST', '/open/v1/leads/replay', '{}')
  for (const { was, state, receipt } of receipts) print(`${was}  ${state}  receipt ${receipt}`)
  print(detail || `${receipts.length} refused deliveries tried again`)
}

await runCommand(() => (given.replay ? replay() : sendAll()))
