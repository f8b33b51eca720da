import { parseArgs } from 'node:util'
import { rooms } from '@showroom/contract'
import { role as roles } from '@showroom/contract/access/access.rules'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { ask, copyDatabase, environmentOf, openDatabase } from './database.ts'
import { describeTimes, loadUntil, percentile, post } from './meanwhile.ts'
import { signInAs, signInReaders } from './readers.ts'
import { requestOf } from './scenarios.ts'
import { startServer } from './server.ts'

/**
 * `npm run bench -- leave`: the list of 200 members, and the leave of a member with 20,000 customers while others
 * read their lists.
 */

const members = 200

const usage = `Usage: npm run bench -- leave [--rounds N] [--customers N]
  --rounds     how often the member leaves and returns (3)
  --customers  how many the member has (20000)
Works on a copy of the database, which is DATABASE_URL, else an embedded one under data/bench, filled on the first run.`
offerHelp(usage)
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, customers: { type: 'string', default: '20000' } },
})
const [rounds, customers] = [Number(values.rounds), Number(values.customers)]
if (!(rounds >= 1 && customers >= 1)) throw new Error(usage)
/** How long the lists are measured without the leave. */
const quietMs = Math.min(3_000, customers)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Store {
  readonly dealerId: number
  /** The leaver, and the heir who takes over the customers and the subordinates. */
  readonly leaverId: number
  readonly heirId: number
  readonly topId: number
}

/** Fills a store up with members, and gives so many of its customers, from all its years, to one consultant. */
async function prepare(url: string, dealerId: number): Promise<Store> {
  await ask(
    url,
    `with made as (
       insert into account (mobile, name, password_hash)
       select '169' || lpad(n::text, 8, '0'), '成员' || n, '' from generate_series((select count(*) + 1 from member where dealer_id = $1), $2::int) n
       returning id, name
     )
     insert into member (dealer_id, account_id, name, role, modules, manager_id, activated_at)
     select $1, made.id, made.name, c.role, c.modules, c.manager_id, now()
     from made, (select role, modules, manager_id from member where dealer_id = $1 and role = $3 order by id limit 1) c`,
    [dealerId, members, roles.consultant],
  )
  const [store] = await ask<Omit<Store, 'dealerId'>>(
    url,
    `select ids[2] as "leaverId", ids[3] as "heirId", (select min(id) from member where dealer_id = $1 and role = $3) as "topId"
     from (select array_agg(id order by id) as ids from member where dealer_id = $1 and role = $2) c`,
    [dealerId, roles.consultant, roles.salesManager],
  )
  if (!store) throw new Error('the network is empty')
  await ask(
    url,
    `with spread as (
       select id, row_number() over (order by hashint8(id)) <= $4 as chosen from deal where dealer_id = $1 and is_current
     )
     update deal d set owner_id = case when chosen then $2::int else $3::int end from spread
     where d.dealer_id = $1 and d.id = spread.id and chosen <> (d.owner_id = $2)`,
    [dealerId, store.leaverId, store.heirId, customers],
  )
  for (const [table, waiting] of [
    ['activity', 'completed_at is null and cancelled_at is null'],
    ['lead', 'owner_id is not null'],
  ])
    await ask(
      url,
      `update ${table} t set owner_id = d.owner_id from deal d
       where d.dealer_id = $1 and d.is_current and t.dealer_id = $1 and t.customer_id = d.customer_id and t.${waiting}
         and t.owner_id <> d.owner_id and $2 in (t.owner_id, d.owner_id)`,
      [dealerId, store.leaverId],
    )
  await ask(url, 'vacuum (analyze) account, member, customer, deal, activity, timeline, lead')
  return { dealerId, ...store }
}

interface Measured {
  readonly port: number
  readonly store: Store
  /** Token of the general manager, who performs the leave. */
  readonly admin: string
  /** Tokens of the sales manager and a consultant, who read their lists. */
  readonly others: readonly string[]
}

const lists = (others: readonly string[]) =>
  others.map((token) => requestOf(rooms.customer.list, token, { pageCount: 10 }))

async function measureMembers({ port, admin }: Measured): Promise<void> {
  const answer = await post<{ data: unknown[] }>(port, rooms.team.memberList, admin, {})
  const ends = Date.now() + quietMs
  const requests = [requestOf(rooms.team.memberList, admin, {})]
  const times = await loadUntil({ port, connections: 1, requests }, () => Date.now() > ends)
  say(`list of ${answer.data.length} members: ${describeTimes(times)} (goal: p95 20 ms)`)
}

/** Baseline of the lists, without other work. */
async function measureQuiet({ port, others }: Measured): Promise<number> {
  const ends = Date.now() + quietMs
  const times = await loadUntil({ port, connections: 2, requests: lists(others) }, () => Date.now() > ends)
  say(`lists of two others, nothing else: ${describeTimes(times)}`)
  return percentile(times, 0.95)
}

/** Runs something while the two others read their lists. */
async function meanwhile<Answer>(
  { port, others }: Measured,
  quiet: number,
  work: () => Promise<Answer>,
  tell: (answer: Answer) => string,
): Promise<Answer> {
  let isOver = false
  const started = performance.now()
  const finish = () => {
    isOver = true
    return (performance.now() - started) / 1000
  }
  const worked = work()
  const [answer, seconds, times] = await Promise.all([
    worked,
    worked.then(finish, finish),
    loadUntil({ port, connections: 2, requests: lists(others) }, () => isOver),
  ])
  const ratio = (percentile(times, 0.95) / quiet).toFixed(1)
  say(
    `${tell(answer)}: ${seconds.toFixed(2)} s; ${times.length} lists of others: ${describeTimes(times)} (${ratio} times the quiet p95)`,
  )
  return answer
}

async function measureLeave(measured: Measured, quiet: number): Promise<void> {
  const { port, admin, store } = measured
  const form = { memberId: store.leaverId, newMemberId: store.heirId, newTopUserId: store.topId }
  const { leaveId } = await meanwhile(
    measured,
    quiet,
    () => post<{ leaveId: number; customers: number }>(port, rooms.team.memberLeave, admin, form),
    (left) => `leave of ${left.customers} customers (goal: 5 s, p95 100 ms)`,
  )
  await meanwhile(
    measured,
    quiet,
    () => post<{ customers: number; kept: number }>(port, rooms.team.memberLeaveBack, admin, { leaveId }),
    (back) => `taken back, ${back.customers} customers, ${back.kept} stay`,
  )
}

await using database = await openDatabase(say)
await using copy = await copyDatabase(database, 'leave')
const { readers, consultants } = await signInReaders(copy.url)
const [admin] = readers
const [consultant] = consultants
const [manager] = await signInAs(copy.url, roles.salesManager)
if (!admin || !consultant || !manager) throw new Error('the network is empty')
const store = await prepare(copy.url, admin.dealerId)
await using server = await startServer(environmentOf(copy))
const others = [manager.token, consultant.token]
const measured = { port: server.port, store, admin: admin.token, others }
await measureMembers(measured)
const quiet = await measureQuiet(measured)
for (let round = 0; round < rounds; round += 1) await measureLeave(measured, quiet)
say(`server at ${server.memory()} MB`)
