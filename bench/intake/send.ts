import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A car portal: a separate process (`fork`) that sends signed leads, each in a request, at a steady rate whatever the
 * responses. Repeats a request without a final response, with the same external id.
 */

export interface SendOrder {
  readonly port: number
  readonly key: string
  readonly secret: string
  readonly dealerCodes: readonly string[]
  /** Prefix of the external ids. */
  readonly prefix: string
  /** Mobiles count up from here. */
  readonly firstMobile: number
  readonly seconds: number
  /** Leads a second; 0 for as many as 32 connections can send, each waiting for its response. */
  readonly rate: number
}

export interface Sent {
  readonly leads: number
  readonly seconds: number
  /** Milliseconds from the moment a lead was due until its 202, retries included. */
  readonly times: number[]
  /** Requests that got no final response. */
  readonly retries: number
  /** Responses "known already": the earlier try was stored, but its response was lost. */
  readonly repeated: number
}

const leadsPath = '/open/v1/leads'
const connections = 32
const mostSockets = 128
/** Interval that the responses ask for. */
const retryMs = 1_000

interface Answer {
  readonly status: number
  readonly text: string
}

/** Credentials and target of the sender. */
export type Sender = Pick<SendOrder, 'port' | 'key' | 'secret'>

/** One signed request. */
export function post(
  agent: Agent,
  { port, key, secret }: Sender,
  body: string,
  path = leadsPath,
): Promise<Answer> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-source-key': key,
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A prospect as a portal describes it. */
const leadOf = (order: SendOrder, number: number) => ({
  dealerCode: order.dealerCodes[number % order.dealerCodes.length],
  externalId: `${order.prefix}${number}`,
  name: '孟小满',
  mobile: `19${String(order.firstMobile + number).padStart(9, '0')}`,
  series: 1201,
  province: '浙江',
  city: '杭州',
  remark: '希望了解落地价',
  siteDesc: '车型详情页',
  budget: '15-20万',
  purpose: '家用',
})

export async function sendLeads(order: SendOrder): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: mostSockets })
  const times: number[] = []
  let [retries, repeated] = [0, 0]
  const sendOne = async (number: number, dueAt: number): Promise<void> => {
    const body = JSON.stringify({ leads: [leadOf(order, number)] })
    for (;;) {
      const answer = await post(agent, order, body).catch(() => undefined)
      if (answer?.status === 202) {
        if (answer.text.includes('"repeated"')) repeated += 1
        times.push(performance.now() - dueAt)
        return
      }
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`lead ${number} was answered ${answer.status}: ${answer.text}`)
      retries += 1
      await wait(retryMs)
    }
  }
  const began = performance.now()
  const leads = await (order.rate > 0 ? steadily : asFastAsAnswered)(order, sendOne)
  agent.destroy()
  return { leads, seconds: (performance.now() - began) / 1000, times, retries, repeated }
}

type SendOne = (number: number, dueAt: number) => Promise<void>

async function steadily({ rate, seconds }: SendOrder, sendOne: SendOne): Promise<number> {
  const began = performance.now()
  const count = Math.round(rate * seconds)
  const sending: Promise<void>[] = []
  while (sending.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - began) * rate) / 1000) + 1)
    while (sending.length < due) sending.push(sendOne(sending.length, began + (sending.length * 1000) / rate))
    await wait(1)
  }
  await Promise.all(sending)
  return count
}

async function asFastAsAnswered({ seconds }: SendOrder, sendOne: SendOne): Promise<number> {
  const ends = performance.now() + seconds * 1000
  let next = 0
  const connection = async (): Promise<void> => {
    while (performance.now() < ends) await sendOne(next++, performance.now())
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return next
}

if (process.send && process.argv[1] === import.meta.filename)
  process.on('message', (order: SendOrder) => void sendLeads(order).then((sent) => process.send?.(sent)))
