import { topics } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { rooms } from '@showroom/contract'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { largeMemberMobile } from '../src/seed/large.ts'
import { demoPassword } from '../src/seed/network.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { createExplainer, nodes } from './explain.ts'
import type { Plan } from './explain.ts'
import { signIn } from './sign-in.ts'
import { recordStatements } from './statements.ts'

/** How PostgreSQL means to run what the product asks it on a large store: the statements are recorded from the product itself. */

export { nodes } from './explain.ts'
export type { Plan } from './explain.ts'

export interface Plans {
  /** As it is prepared, whatever the values. */
  readonly generic: Plan
  /** For the very values of the call. */
  readonly custom: Plan
}

export interface LargeStore {
  readonly app: TestApp
  readonly client: pg.Client
  readonly tokens: { readonly head: string; readonly consultant: string }
  /** Waits until the tables are read from their indexes alone, and counts them anew. */
  settle(...tables: string[]): Promise<void>
  /** Asks the product and explains what it asked PostgreSQL. Refuses a plan that reads a table from end to end. */
  plansOf(call: Call, token: string, body: object): Promise<Plans[]>
  /** A customer of the head's store with an open deal and a planned activity. */
  findCustomer(): Promise<{ customerId: number; dealId: number; activityId: number }>
  close(): Promise<void>
}

export const typesOf = (plan: Plan): string[] => nodes(plan).map((node) => node['Node Type'])
export const indexesOf = (plan: Plan): string[] => nodes(plan).flatMap((node) => node['Index Name'] ?? [])

const largestPage = 50

/** The page that a list's statement reads: its only limit. PostgreSQL knows how few rows it has, and so what to join them with. */
export function pageOf(plans: readonly Plans[]): Plan {
  expect(plans).toHaveLength(1)
  const page = plans.flatMap(({ generic }) => nodes(generic)).find((node) => node['Node Type'] === 'Limit')
  if (!page) throw new Error('no page')
  expect(page['Plan Rows']).toBeLessThanOrEqual(largestPage)
  return page
}

/** Three stores with many customers, and two who ask: the head of the second, and one of its consultants. */
export async function openLargeStore(): Promise<LargeStore> {
  const app = await createTestApp({ of: 'large' })
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  const dealerIds = (await app.db.selectFrom('dealer').select('id').execute()).map(({ id }) => id)
  const explainer = createExplainer(client)

  /**
   * Rows are read from an index alone where their pages are marked as visible to all. That takes the commit to be on the disk and nobody
   * to look at the database from before it, which another test's load can delay: asked for until it is so.
   */
  async function settle(...tables: string[]): Promise<void> {
    await vi.waitFor(
      async () => {
        await client.query('checkpoint')
        await client.query(`vacuum (analyze) ${tables.map((table) => client.escapeIdentifier(table)).join()}`)
        const { rows } = await client.query<{ relname: string }>(
          `select relname from pg_class where relname = any($1) and relallvisible < relpages * 0.95`,
          [tables],
        )
        expect(rows).toEqual([])
      },
      { timeout: 40_000, interval: 250 },
    )
    await explainer.measure()
  }

  async function plansOf(call: Call, token: string, body: object): Promise<Plans[]> {
    // Once before: a session is read from the database the first time, and from memory afterwards.
    await app.post(rooms.access.profile, token, {})
    // Neither is an answer taken that was kept from before.
    for (const dealerId of dealerIds) app.app.live.hint({ dealerId, topics })
    const statements = await recordStatements(async () => {
      const answer = await app.post(call, token, body)
      expect(answer.detail).toBe('')
    })
    const plans: Plans[] = []
    for (const statement of statements.filter(({ text }) =>
      /^\s*(?:\/\*.*?\*\/\s*)?(?:select|update|delete|with)\b/i.test(text),
    )) {
      const generic = await explainer.explain(statement.text)
      const custom = await explainer.explain(statement.text, statement.values)
      expect(await explainer.readWhole(statement.text, [generic, custom]), statement.text).toEqual([])
      plans.push({ generic, custom })
    }
    return plans
  }

  const findCustomer: LargeStore['findCustomer'] = async () => {
    const { rows } = await client.query<{ customerId: number; dealId: number; activityId: number }>(
      `select d.customer_id::int as "customerId", d.id::int as "dealId", a.id::int as "activityId"
       from deal d join activity a on a.dealer_id = d.dealer_id and a.deal_id = d.id and a.completed_at is null
       join member m on m.dealer_id = d.dealer_id and m.role = 1 join account p on p.id = m.account_id and p.mobile = $1
       where d.level = 'A' and d.suspended_at is null limit 1`,
      [largeMemberMobile(1, 0)],
    )
    if (!rows[0]) throw new Error('the seed has no such customer')
    return rows[0]
  }

  await settle('customer', 'deal', 'activity', 'timeline', 'group_mobile')
  const tokenOf = async (seat: number): Promise<string> =>
    (await signIn(app, largeMemberMobile(1, seat), demoPassword)).token ?? ''
  return {
    app,
    client,
    tokens: { head: await tokenOf(0), consultant: await tokenOf(4) },
    settle,
    plansOf,
    findCustomer,
    async close() {
      await client.end()
      await app.close()
    },
  }
}
