import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import { newCustomer, newKey } from '../../bench/scenarios.ts'
import type { Installation } from './acts/install.ts'
import { expectAlerts } from './alerts.ts'
import { Client } from './client.ts'
import type { Attempt } from './client.ts'
import type { Stage } from './stage.ts'

/** Measures the answers, probes and signs of a database that takes no writes, and its recovery. */

type State = 'ok' | 'read-only' | 'full'

const texts: Readonly<Record<Exclude<State, 'ok'>, string>> = {
  'read-only': '系统暂时只能查看，不能保存，请稍后重试',
  full: '数据库存储空间不足，暂时不能保存，请联系管理员',
}
const gauges = { 'read-only': 'showroom_database_read_only', full: 'showroom_database_full' } as const

/** Adds a customer for each member at once. Returns the last attempt of each. */
async function addCustomers(client: Client, { members }: Installation): Promise<Attempt[]> {
  const sent = await Promise.all(
    members.map((member) => client.send(rooms.customer.add, member.token, newCustomer(member), newKey())),
  )
  return sent.flatMap(({ attempts }) => attempts.at(-1) ?? [])
}

const isSaved = ({ status, text }: Attempt): boolean =>
  status === 200 && (JSON.parse(text) as { status: string }).status === '0'

const queries = [
  rooms.customer.list,
  rooms.task.list,
  rooms.task.counts,
  rooms.dashboard.summary,
  rooms.order.search,
  rooms.lead.counts,
  rooms.access.profile,
]

async function countUnanswered(client: Client, { members }: Installation): Promise<number> {
  const sent = await Promise.all(
    members.flatMap(({ token }) => queries.map((call) => client.send(call, token, {}))),
  )
  return sent.filter(({ answer }) => answer === undefined).length
}

export const metricOf = async (port: number, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
}

async function isIn(state: State, port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  const { database } = (await answer.json()) as { database?: string }
  return answer.status === 200 && (database ?? 'ok') === state
}

/** Lines of an instance's log with this message. */
export const countLines = (stage: Stage, port: number, message: string): number =>
  readFileSync(stage.logOf(`instance-${port}`), 'utf8').split(`"msg":"${message}"`).length - 1

const longestMs = 30_000
/** A row may find space in a page that has some, so the first writes on a full disk may succeed. */
const mostRounds = 40

/** Writes until all are refused, and compares what members, probes, metrics and log show. */
export async function printRefusals(
  stage: Stage,
  installation: Installation,
  state: Exclude<State, 'ok'>,
): Promise<void> {
  const { proxy, instances } = installation
  const client = new Client(proxy.url, proxy.certificate)
  let refused: Attempt[] = []
  for (let round = 0; round < mostRounds; round++) {
    refused = await addCustomers(client, installation)
    if (!refused.some(isSaved)) break
  }
  const wrong = refused.filter(({ status, text }) => status !== 503 || !text.includes(texts[state]))
  stage.measure(`writes refused with 503 and ${texts[state].slice(0, 7)}…`, refused.length - wrong.length, '')
  stage.measure('writes with another answer', wrong.length, '', { most: 0 })
  for (const { status, text } of wrong.slice(0, 3)) stage.say(`    ${status} ${text.slice(0, 200)}`)
  const unanswered = await countUnanswered(client, installation)
  stage.measure('queries meanwhile', installation.members.length * queries.length, '')
  stage.measure('of them not answered', unanswered, '', { most: 0 })
  client.close()
  let silent = 0
  for (const { port } of instances) {
    const rows = [
      await isIn(state, port),
      (await metricOf(port, gauges[state])) === 1,
      countLines(stage, port, `database ${state}`) > 0,
    ]
    silent += rows.filter((one) => !one).length
  }
  stage.measure('of /readyz, gauge and log line not shown', silent, '', { most: 0 })
}

/** Writes until every write succeeds again. */
export async function printRecovery(stage: Stage, installation: Installation): Promise<void> {
  const client = new Client(installation.proxy.url, installation.proxy.certificate)
  const began = performance.now()
  while (!(await addCustomers(client, installation)).every(isSaved)) {
    if (performance.now() - began > longestMs) throw new Error('Writes are still refused.')
    await sleep(200)
  }
  stage.measure('every write succeeds again after', (performance.now() - began) / 1000, 's', { most: 5 })
  client.close()
}

/** Counts the instances that still report a fault in /readyz. No alert would fire. */
export async function printHealth(stage: Stage, installation: Installation): Promise<void> {
  let faulty = 0
  for (const { port } of installation.instances) if (!(await isIn('ok', port))) faulty += 1
  stage.measure('instances that still report a fault', faulty, '', { most: 0 })
  await expectAlerts(stage, installation, [])
}
