import { rooms } from '@showroom/contract'
import type { AnswerOf, Call } from '@showroom/contract/kernel/call'
import type { Acknowledged } from '../../bench/crash/client.ts'
import { newCustomer, newKey, phoneFollow, pick } from '../../bench/scenarios.ts'
import { Client, isRefused } from './client.ts'
import type { Order, Report, Stopped } from './load.ts'
import type { Member } from './network.ts'

/** The process behind `load.ts`: sends requests at a fixed rate, whether or not earlier ones are answered. */

interface Customer extends Acknowledged {
  readonly dealId: number
  readonly member: Member
}

let order: Order
let client: Client
let times: number[] = []
let [sent, repeated, failed] = [0, 0, 0]
let failures: string[] = []
/** Times of the attempts that no instance carried out. */
let refusals: number[] = []
let timer: NodeJS.Timeout | undefined
const acknowledged: Acknowledged[] = []
const running = new Set<Promise<unknown>>()
/** Customers on whom no request is under way. */
const idle: Customer[] = []

/** Sends a request, counts it, and returns the answer; undefined if it failed. */
async function send<C extends Call>(
  call: C,
  { token }: Member,
  body: object,
): Promise<AnswerOf<C> | undefined> {
  sent += 1
  const began = performance.now()
  const { answer, attempts } = await client.send(call, token, body, call.writes ? newKey() : '')
  times.push(performance.now() - began)
  repeated += attempts.length - 1
  refusals.push(...attempts.filter(isRefused).map(({ at }) => at))
  if (answer) return answer
  failed += 1
  const texts = attempts.map(({ status, text }) => `${status} ${text.slice(0, 300)}`).join(' | ')
  if (failures.length < 20) failures.push(`${new Date().toISOString()} ${call.path}: ${texts}`)
  return undefined
}

async function addCustomer(member: Member): Promise<void> {
  const customer = newCustomer(member)
  const answer = await send(rooms.customer.add, member, customer)
  if (!answer?.customerId) return
  const made = {
    customerId: answer.customerId,
    remarks: [],
    order: { made: 0, submitted: 0 },
  }
  acknowledged.push(made)
  idle.push({ ...made, dealId: answer.dealId ?? 0, member })
}

/** Two requests: reads the customer, follows up. A customer whose follow-up failed is left alone. */
async function followUp(): Promise<void> {
  const [customer] = idle.splice(Math.floor(Math.random() * idle.length), 1)
  if (!customer) return
  const { customerId, dealId, member } = customer
  const read = await send(rooms.customer.get, member, { customerId })
  const activityId = read?.pendingActivity?.id
  if (activityId !== undefined) {
    const remark = `跟进 ${newKey()}#`
    const form = { ...phoneFollow({ customerId, dealId, activityId }), remark }
    if (!(await send(rooms.customer.follow, member, form))) return uncertain(customer)
    customer.remarks.push(remark)
  }
  idle.push(customer)
}

/** A failed request may have been carried out, so this customer's rows prove nothing. */
function uncertain({ customerId }: Customer): void {
  const at = acknowledged.findIndex((one) => one.customerId === customerId)
  acknowledged.splice(at, 1)
}

const reads: readonly ((member: Member) => Promise<unknown>)[] = [
  (member) => send(rooms.customer.list, member, {}),
  (member) => send(rooms.task.list, member, {}),
  (member) => send(rooms.task.counts, member, {}),
  (member) => send(rooms.dashboard.summary, member, {}),
  (member) => send(rooms.order.search, member, {}),
  (member) => send(rooms.lead.counts, member, {}),
  (member) => send(rooms.access.profile, member, {}),
]

/** One in ten adds a customer; one in ten reads one and follows it up, which are two requests. */
function next(): Promise<unknown> {
  const member = pick(order.members)
  const chance = Math.random()
  if (chance < 0.1) return addCustomer(member)
  if (chance < 0.2) return followUp()
  return pick(reads)(member)
}

/** Starts what is due by the clock: a late timer catches up. */
function begin(): void {
  const began = performance.now()
  let count = 0
  timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * order.perSecond
    for (; count < due; count++) {
      const one = next().finally(() => running.delete(one))
      running.add(one)
    }
  }, 10)
}

function report(): Report {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const refusedSeconds = refusals.length > 0 ? (Math.max(...refusals) - Math.min(...refusals)) / 1000 : 0
  const counts = { sent, repeated, failed, failures, refused: refusals.length, refusedSeconds }
  const made = { ...counts, median: at(0.5), p99: at(0.99), longest: at(1) }
  times = []
  failures = []
  refusals = []
  sent = repeated = failed = 0
  return made
}

async function stop(): Promise<Stopped> {
  clearInterval(timer)
  await Promise.all(running)
  client.close()
  return { ...report(), acknowledged }
}

async function obey(message: { order?: Order; ask?: 'report' | 'stop' }): Promise<object> {
  if (message.ask === 'report') return report()
  if (message.ask === 'stop') return stop()
  if (message.order) {
    order = message.order
    client = new Client(order.proxy.url, order.proxy.certificate)
    begin()
  }
  return {}
}

process.on('message', (message: { order?: Order; ask?: 'report' | 'stop' }) => {
  void obey(message).then((answer) => process.send?.(answer))
})
