import { topics } from '@showroom/contract/kernel/topics'
import type { Call } from '@showroom/contract/kernel/call'
import { rooms } from '@showroom/contract'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { largeMemberMobile } from '../../src/seed/large.ts'
import { demoPassword } from '../../src/seed/network.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { createExplainer, nodes } from './explain.ts'
import type { Plan } from './explain.ts'
import { signIn } from '../sign-in.ts'
import { recordStatements } from './statements.ts'

/**
 * PostgreSQL's plans for the product's statements on a large store: the statements are recorded from the product
 * itself.
 */

export { nodes } from './explain.ts'
export type { Plan } from './explain.ts'

export interface Plans {
  /** The plan of the prepared statement, for any values. */
  readonly generic: Plan
  /** The plan for the call's actual values. */
  readonly custom: Plan
}

export interface LargeStore {
  readonly app: TestApp
  readonly client: pg.Client
  readonly tokens: { readonly head: string; readonly consultant: string }
  /** Waits until the tables can be read from their indexes alone, and analyzes them. */
  settle(...tables: string[]): Promise<void>
  /** Makes the call and explains its statements. Throws for a plan that reads a table completely. */
  plansOf(call: Call, token: string, body: object): Promise<Plans[]>
  /** A customer of the head's store with an open deal and a planned activity. */
  findCustomer(): Promise<{ customerId: number; dealId: number; activityId: number }>
  close(): Promise<void>
}

export const typesOf = (plan: Plan): string[] => nodes(plan).map((node) => node['Node Type'])
export const indexesOf = (plan: Plan): string[] => nodes(plan).flatMap((node) => node['Index Name'] ?? [])

const largestPage = 50

/**
 * The page that a list's statement reads, which has the only limit. PostgreSQL knows that it has few rows, and
 * chooses joins by that.
 */
export function pageOf(plans: readonly Plans[]): Plan {
  expect(plans).toHaveLength(1)
  const page = plans.flatMap(({ generic }) => nodes(generic)).find((node) => node['Node Type'] === 'Limit')
  if (!page) throw new Error('no page')
  expect(page['Plan Rows']).toBeLessThanOrEqual(largestPage)
  return page
}

/** Three stores with many customers, and two callers: the head of the second store, and one of its consultants. */
export async function openLargeStore(): Promise<LargeStore> {
  const app = await createTestApp({ of: 'large' })
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  const dealerIds = (await app.db.selectFrom('dealer').select('id').execute()).map(({ id }) => id)
  const explainer = createExplainer(client)

  /**
   * An index-only scan needs pages marked as visible to all. For that the commit must be on disk and no older
   * snapshot be open, which another test's load can delay, so this retries.
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
    // Warms up the session cache, which reads the database the first time.
    await app.post(rooms.access.profile, token, {})
    // Expires cached responses, too.
    for (const dealerId of dealerIds) app.app.live.emit({ dealerId, topics })
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
