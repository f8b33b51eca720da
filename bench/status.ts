import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makerSteps } from '@showroom/contract/order/maker.rules'
import { orderStatus } from '@showroom/contract/order/order.rules'
import pg from 'pg'
import { addSource } from '../server/src/lead/index.ts'
import { createDatabase } from '../server/src/platform/db/client.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { ask, copyDatabase, environmentOf, openDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { post } from './intake/send.ts'
import type { Sender } from './intake/send.ts'
import { startServer } from './server.ts'
import type { ServerProcess } from './server.ts'

/**
 * `npm run bench -- status`: the maker's system advances orders of all stores of the large network at a steady rate,
 * sends every tenth message twice at once, and cancels a line of some; the server is killed in the middle. Exits
 * non-zero when a step or a cancellation is missing or duplicated.
 */

const usage = `Usage: npm run bench -- status [--rate N] [--seconds N]
  --rate     messages a second (500)
  --seconds  how long (60)`
offerHelp(usage)
const text = { type: 'string' } as const
const { values: given } = parseArgs({ options: { rate: text, seconds: text } })
const [rate, seconds] = [Number(given.rate ?? 500), Number(given.seconds ?? 60)]
if (!(rate > 0 && seconds > 0)) throw new Error(usage)

const steps = makerSteps.slice(1)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Approved {
  readonly orderNo: string
  readonly dealerCode: string
  /** The last of several lines, which the maker cancels; null for a single line, or if all are built. */
  readonly cancelled: string | null
}

/** Approves `count` orders of all stores. */
async function approveOrders(url: string, count: number): Promise<Approved[]> {
  await ask(
    url,
    `with chosen as (
       select dealer_id, id from vehicle_order where status <> 8 order by id % 97, dealer_id, id limit ${count}
     ), lined as (
       update vehicle_order_line l set status = 3, vins = '{}', cancelled_quantity = 0 from chosen c where l.dealer_id = c.dealer_id and l.order_id = c.id
     )
     update vehicle_order o set status = 3, delivered_at = null, delivered_owner_id = null
     from chosen c where o.dealer_id = c.dealer_id and o.id = c.id`,
  )
  return ask<Approved>(
    url,
    `select o.order_no as "orderNo", d.code as "dealerCode", case when o.line_count > 1 and o.id % 2 = 0 then (
              select l.sub_order_no from vehicle_order_line l
              where l.dealer_id = o.dealer_id and l.order_id = o.id order by l.id desc limit 1) end as cancelled
     from vehicle_order o join dealer d on d.id = o.dealer_id
     where o.status = 3 order by o.id % 97, o.dealer_id, o.id limit ${count}`,
  )
}

interface Sent {
  readonly messages: number
  readonly cancellations: number
  readonly times: readonly number[]
  readonly retries: number
}

/** Sends each order's steps one after another, and repeats each message until it gets a final response. */
async function send(sender: Sender, orders: readonly Approved[]): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const times: number[] = []
  let retries = 0
  const sendUntilTaken = async (order: Approved, step: object, dueAt: number): Promise<void> => {
    const body = JSON.stringify({ dealerCode: order.dealerCode, ...step })
    for (;;) {
      const answer = await post(agent, sender, body, `/open/v1/orders/${order.orderNo}/status`).catch(
        () => undefined,
      )
      if (answer?.status === 200) return void times.push(performance.now() - dueAt)
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`${body} was answered ${answer.status}: ${answer.text}`)
      retries += 1
      await wait(500)
    }
  }
  const sendOne = (number: number, dueAt: number): Promise<void> => {
    const status = steps[Math.floor(number / orders.length) % steps.length]
    return sendUntilTaken(orderAt(number), { deliveryId: `bench-${number}`, status }, dueAt)
  }
  const orderAt = (number: number): Approved => orders[number % orders.length] as Approved
  /** Some orders lose their line, in every round except the last two, which deliver. */
  const losesLine = (number: number): boolean =>
    orderAt(number).cancelled !== null &&
    Math.floor(number / orders.length) === (number % orders.length) % (steps.length - 2)
  const messages = orders.length * steps.length
  const began = performance.now()
  const sending: Promise<void>[] = []
  let cancellations = 0
  for (let number = 0; number < messages; number++) {
    const dueAt = began + (number * 1000) / rate
    const ahead = dueAt - performance.now()
    if (ahead > 0) await wait(ahead)
    sending.push(sendOne(number, dueAt))
    if (number % 10 === 0) sending.push(sendOne(number, dueAt))
    if (!losesLine(number)) continue
    cancellations += 1
    const order = orderAt(number)
    const cancel = {
      deliveryId: `bench-c${number}`,
      status: orderStatus.cancelled,
      subOrderNo: order.cancelled,
    }
    for (const _ of ['once', 'twice']) sending.push(sendUntilTaken(order, cancel, dueAt))
  }
  await Promise.all(sending)
  agent.destroy()
  return { messages, cancellations, times, retries }
}

/** Counts acknowledged steps and cancellations that are missing or duplicated. */
async function audit(url: string, orders: readonly Approved[], { messages, cancellations }: Sent) {
  const [totals] = await ask<Record<'kept' | 'ended' | 'told' | 'different' | 'taken' | 'toldTaken', number>>(
    url,
    `with moved as (
       select o.dealer_id, o.id, o.status from vehicle_order o join order_delivery d on d.dealer_id = o.dealer_id and d.order_id = o.id
       group by o.dealer_id, o.id
     ), told as (
       select t.order_id, t.order_status, t.subject = '取消子订单' as is_taken from moved m
       join timeline t on t.dealer_id = m.dealer_id and t.order_id = m.id and t.owner_name = '厂家系统')
     select (select count(*)::int from order_delivery) as kept,
            (select count(*)::int from moved where status = $1) as ended,
            (select count(*)::int from vehicle_order_line where sub_order_no = any($3) and cancelled_quantity = quantity and status = $2) as taken,
            (count(*) filter (where not is_taken))::int as told,
            (count(distinct (order_id, order_status)) filter (where not is_taken))::int as different,
            (count(*) filter (where is_taken))::int as "toldTaken"
     from told`,
    [orderStatus.completed, orderStatus.cancelled, orders.flatMap(({ cancelled }) => cancelled ?? [])],
  )
  const { kept = 0, ended = 0, told = 0, different = 0, taken = 0, toldTaken = 0 } = totals ?? {}
  const missing = [
    messages + cancellations - kept,
    orders.length - ended,
    orders.length * steps.length - different,
    cancellations - taken,
    cancellations - toldTaken,
  ]
  const lost = missing.reduce((sum, count) => sum + Math.max(count, 0), 0)
  return { lost, twice: told - different + Math.max(toldTaken - cancellations, 0) }
}

async function run(copy: BenchDatabase): Promise<boolean> {
  const { url, secret } = copy
  const orders = await approveOrders(url, Math.ceil((rate * seconds) / steps.length))
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const source = { name: '压测', sourceId: 0, rate: 1_000_000, sends: 'orders' as const }
  const key = await addSource(createDatabase(pool), secret, source, new Date())
  await pool.end()
  const environment = environmentOf(copy)
  let server: ServerProcess = await startServer(environment)
  say(`${rate} messages/s for ${seconds} s to ${orders.length} orders, the server killed (-9) in the middle`)
  try {
    const sending = send({ port: server.port, ...key }, orders)
    // The await below reports a failure, however long the restart takes.
    sending.catch(() => undefined)
    await wait((seconds * 1000) / 2)
    const died = once(server.child, 'exit')
    const [{ port }, began] = [server, performance.now()]
    server.child.kill('SIGKILL')
    await died
    server = await startServer({ ...environment, PORT: String(port) })
    const away = (performance.now() - began) / 1000
    return await report(url, orders, await sending, away)
  } finally {
    await server.stop()
  }
}

async function report(url: string, orders: readonly Approved[], sent: Sent, away: number): Promise<boolean> {
  const sorted = sent.times.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`
  const { lost, twice } = await audit(url, orders, sent)
  say(
    `  away for ${away.toFixed(1)} s; answered: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}; ${sent.retries} sent again`,
  )
  say(
    `  ${sent.messages} steps and ${sent.cancellations} cancellations of a line: ${lost} lost, ${twice} twice`,
  )
  return lost === 0 && twice === 0
}

await using database = await openDatabase(say)
await using copy = await copyDatabase(database, 'status')
if (!(await run(copy))) process.exitCode = 1
