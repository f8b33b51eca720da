import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCustomer, phoneFollow } from '../src/customer/customer.factory.ts'
import type { BuiltCustomer } from '../src/customer/customer.factory.ts'
import { wakeBatch } from '../src/customer/wake.job.ts'
import { buildConsultant, buildSource, newLead, sendLeads } from '../src/lead/intake.factory.ts'
import type { BuiltSource } from '../src/lead/intake.factory.ts'
import { autoValid, buildLead, buildStore, manualValid } from '../src/lead/lead.factory.ts'
import { begunAnew } from '../src/platform/db/client.ts'
import type { App } from '../src/app.ts'
import { createTestApp, send } from './app.ts'
import type { TestApp } from './app.ts'
import { watchLocks } from './guards/locks.guard.ts'

/**
 * All that locks customers, on the same ten of them, 32 at once on two processes: nothing fails, and no two transactions cross. A few
 * seconds here; `npm run storm` runs a minute.
 */

const seconds = Number(process.env['STORM_SECONDS'] ?? 4)
const atOnce = 32

let app: TestApp
let nodes: readonly App[]
let source: BuiltSource
beforeAll(async () => {
  app = await createTestApp()
  nodes = [app.app, await app.startNode()]
  source = await buildSource(app.db)
})
afterAll(() => app.close())

/** The same choices each time, from a seed. */
function createChoice(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  return {
    one,
    some: <Item>(items: readonly Item[], count: number) => Array.from({ length: count }, () => one(items)),
  }
}

interface Slot {
  customer: BuiltCustomer
  mobile: string
}

async function buildScene(policy: number) {
  const store = await buildStore(app, policy)
  const { dealerId } = store
  const { code } = await app.db
    .selectFrom('dealer')
    .select('code')
    .where('id', '=', dealerId)
    .executeTakeFirstOrThrow()
  const members = [
    store.consultant,
    await buildConsultant(app, dealerId),
    await buildConsultant(app, dealerId),
  ]
  let numbers = 0
  const fill = async (): Promise<Slot> => {
    numbers += 1
    const mobile = `137${policy}${String(numbers).padStart(7, '0')}`
    return { customer: await buildCustomer(app, store.consultant, { mobile }), mobile }
  }
  const slots: Slot[] = []
  for (let made = 0; made < 10; made++) slots.push(await fill())
  return { ...store, code, members, slots, fill }
}

it.each([1, 3])(
  'a storm on ten customers of a store of policy %d crosses nowhere',
  { timeout: (seconds + 60) * 1000 },
  async (policy) => {
    const scene = await buildScene(policy)
    const { admin, worker, members, slots, code, dealerId } = scene
    const choice = createChoice(policy)
    const ids = (count: number) => choice.some(slots, count).map(({ customer }) => customer.customerId)
    const post = (call: Parameters<typeof send>[1], token: string, body: object) =>
      send(choice.one(nodes), call, token, body)
    const waiting = (status: number) =>
      app.db
        .selectFrom('lead')
        .select('id')
        .where('dealer_id', '=', dealerId)
        .where('status', '=', status)
        .orderBy('id', 'desc')
        .limit(20)
        .execute()

    const deeds: Readonly<Record<string, () => Promise<{ httpStatus: number } | undefined>>> = {
      batchReassign: () =>
        post(rooms.customer.batchReassign, admin.token, {
          customerIds: ids(6).join(),
          memberId: choice.one(members).memberId,
        }),
      async undo() {
        const memberId = choice.one(members).memberId
        const terms = { customerIds: ids(4).join(), memberId }
        const { undoId } = await send(choice.one(nodes), rooms.customer.batchReassign, admin.token, terms)
        return undoId ? post(rooms.base.undo, admin.token, { undoId }) : undefined
      },
      bulk: () =>
        post(rooms.customer.bulk, admin.token, {
          action: choice.one(['tag', 'wake', 'reassign']),
          filter: {},
          memberId: choice.one(members).memberId,
          addTags: choice.one(['急购', '展会']),
        }),
      reassign: () =>
        post(rooms.customer.reassign, admin.token, {
          customerId: ids(1)[0],
          memberId: choice.one(members).memberId,
        }),
      async follow() {
        const { customer } = choice.one(slots)
        const open = await app.db
          .selectFrom('activity')
          .select('id')
          .where('deal_id', '=', customer.dealId)
          .where('completed_at', 'is', null)
          .where('cancelled_at', 'is', null)
          .executeTakeFirst()
        return post(
          rooms.customer.follow,
          admin.token,
          phoneFollow(app, { ...customer, activityId: open?.id ?? 0 }),
        )
      },
      sleep: () => post(rooms.customer.pause, admin.token, { customerId: ids(1)[0], resumeDuration: 7 }),
      async wake() {
        await wakeBatch(choice.one(nodes), new Date(app.now().getTime() + 100 * 86_400_000))
        return undefined
      },
      async merge() {
        const [master, slave] = [choice.one(slots), choice.one(slots)]
        const answer = await post(rooms.customer.merge, admin.token, {
          masterCustomerId: master.customer.customerId,
          slaveCustomerId: slave.customer.customerId,
        })
        if (answer.status === '0') slots[slots.indexOf(slave)] = await scene.fill()
        return answer
      },
      async clear() {
        const { mobile } = choice.one(slots)
        const clueId = await buildLead(app, { dealerId }, { mobile })
        const valid = policy === 3 ? { ...autoValid(clueId, app.now()), mobile } : manualValid(clueId)
        const { memberId } = choice.one(members)
        return post(rooms.lead.clear, choice.one([admin, worker]).token, {
          ...valid,
          ...(policy === 1 && { memberId }),
        })
      },
      async assign() {
        const leads = await waiting(5)
        return leads.length === 0
          ? undefined
          : post(rooms.lead.batchAssign, admin.token, {
              clueIdArr: leads.map(({ id }) => id),
              memberId: choice.one(members).memberId,
            })
      },
      async wait() {
        const { mobile } = choice.one(slots)
        await buildLead(app, { dealerId }, { mobile, status: 5 })
        return undefined
      },
      intake: () =>
        sendLeads(
          app,
          source,
          choice.some(slots, 4).map(({ mobile }) => newLead(code, { mobile })),
          {
            node: choice.one(nodes),
          },
        ),
    }

    const before = { ...begunAnew }
    const stop = watchLocks()
    const until = performance.now() + seconds * 1000
    const names = Object.keys(deeds)
    const counts: Record<string, number> = {}
    const failures: unknown[] = []
    const storming = async (): Promise<void> => {
      while (performance.now() < until) {
        const name = choice.one(names)
        const answer = await deeds[name]?.()
        counts[name] = (counts[name] ?? 0) + 1
        if (answer && ![200, 202].includes(answer.httpStatus)) failures.push({ name, answer })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, storming))
    for (const { intake } of nodes) await intake.idle()
    const problems = stop()
    expect(failures).toEqual([])
    expect(problems).toEqual([])
    expect(Object.keys(counts).toSorted()).toEqual(names.toSorted())
    if (process.env['STORM_SECONDS'])
      process.stdout.write(
        `${JSON.stringify({ policy, counts, crossed: begunAnew.crossed - before.crossed, overtaken: begunAnew.overtaken - before.overtaken })}\n`,
      )
    expect(begunAnew.crossed - before.crossed).toBe(0)
  },
)
