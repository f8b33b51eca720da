import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { buildReceivingStore, buildSource, sendRaw } from '../../src/lead/intake.factory.ts'
import type { BuiltSource } from '../../src/lead/intake.factory.ts'
import { buildOrder } from '../../src/order/order.factory.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'

/** Sends junk in every optional field of every open endpoint, as found in the OpenAPI document. */

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly 'x-kind'?: string
}
interface Endpoint {
  readonly path: string
  readonly body: Schema
  /** A lead is one of a list. */
  readonly isListed: boolean
}
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } }

let app: TestApp
let endpoints: readonly Endpoint[]
let senders: readonly BuiltSource[]
/** Good values of required fields. A test fails for a required field without one. */
let good: Readonly<Record<string, unknown>>
let orderNo: string
beforeAll(async () => {
  app = await createTestApp()
  senders = [
    await buildSource(app.db),
    await buildSource(app.db, { sends: 'orders' }),
    await buildSource(app.db, { sends: 'records' }),
  ]
  const { dealerId, code } = await buildReceivingStore(app)
  const head = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  const seller = await buildMember(app.db, app.now(), { dealerId })
  const mobile = '13711112222'
  const customer = await buildCustomer(app, seller, { mobile })
  const orderId = await buildOrder(app, seller, customer, 3, head)
  const order = await app.db
    .selectFrom('vehicle_order')
    .select('order_no')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  orderNo = order.order_no
  good = { dealerCode: code, mobile, status: 15, seriesCode: 'LY-SJ', fileName: 'a.mp3' }
  const document = (await app.app.http.inject({ url: '/docs/json' })).json<{
    paths: Record<string, { post?: Operation }>
  }>()
  endpoints = Object.entries(document.paths).flatMap(([path, { post }]): Endpoint[] => {
    const schema = post?.requestBody?.content['application/json']?.schema
    const listed = schema?.properties?.['leads']?.items
    const body = listed ?? schema
    if (!path.startsWith('/open/') || !body?.properties?.['dealerCode']) return []
    return [{ path, body, isListed: listed !== undefined }]
  })
})
afterAll(() => app.close())

interface Answer {
  readonly httpStatus: number
  readonly state?: string
  readonly receipt?: string
  readonly errors?: readonly { readonly path: string }[]
  readonly warnings?: readonly { readonly path: string }[]
}

async function send({ path, isListed }: Endpoint, fields: object): Promise<Answer> {
  const body = JSON.stringify(isListed ? { leads: [fields] } : fields)
  for (const sender of senders) {
    const answer = await sendRaw(app, sender, body, { path: path.replace('{orderNo}', orderNo) })
    if (answer.httpStatus === 401) continue
    const [receipt] = isListed ? answer.receipts : [answer]
    return { ...receipt, httpStatus: answer.httpStatus }
  }
  throw new Error(`no sender may send to ${path}`)
}

const needed = ({ body }: Endpoint): object =>
  Object.fromEntries(
    (body.required ?? []).map((name) => {
      expect(good, `${name} is required`).toHaveProperty(name)
      return [name, good[name]]
    }),
  )

const optionalOf = ({ body }: Endpoint): [string, Schema][] =>
  Object.entries(body.properties ?? {}).filter(([name]) => !body.required?.includes(name))
const narrows = (schema: Schema): boolean => schema['x-kind'] === 'narrows'

/** Values that no field of this schema can mean. */
function wrongFor(schema: Schema): fc.Arbitrary<unknown> {
  const odd: unknown[] = [true, { a: 1 }, [[]]]
  if (schema.type !== 'array') return fc.constantFrom(...odd, ...(schema.type === 'integer' ? ['一'] : []))
  const item = Object.fromEntries(Object.keys(schema.items?.properties ?? {}).map((name) => [name, { a: 1 }]))
  return fc.constantFrom<unknown>(5, 'x', true, { a: 1 }, [true], [item])
}
/** A value for a field, and whether it must be named. */
const junkFor = (schema: Schema) =>
  fc.oneof(
    wrongFor(schema).map((value) => ({ value, isWrong: true })),
    fc.jsonValue({ maxDepth: 3 }).map((value) => ({ value, isWrong: false })),
    fc.constant({ value: '长'.repeat(3_000), isWrong: false }),
  )

let sent = 0

describe('the open endpoints', () => {
  it('of leads, orders and records are in the document', () => {
    expect(endpoints.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/open/v1/leads', '/open/v1/orders/{orderNo}/status', '/open/v1/calls']),
    )
    expect(endpoints.flatMap(optionalOf).length).toBeGreaterThan(30)
  })

  it('take a delivery with junk in its optional fields, name the junk and keep it', async () => {
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'warnings'`.execute(app.db)
    const isKept = async (field: object): Promise<boolean> => {
      const contents = await Promise.all(
        tables.rows.map(({ name }) =>
          sql`select from ${sql.table(name)} where dealer_id > 0 and body @> ${JSON.stringify(field)}::jsonb`.execute(
            app.db,
          ),
        ),
      )
      return contents.some(({ rows }) => rows.length > 0)
    }
    for (const endpoint of endpoints) {
      const fields = optionalOf(endpoint).filter(([, schema]) => !narrows(schema))
      const junk = fc.record(Object.fromEntries(fields.map(([name, schema]) => [name, junkFor(schema)])))
      await fc.assert(
        fc.asyncProperty(junk, async (made) => {
          const mark = { [`mark${(sent += 1)}`]: sent }
          const values = Object.fromEntries(Object.entries(made).map(([name, { value }]) => [name, value]))
          const answer = await send(endpoint, { ...values, ...mark, ...needed(endpoint) })
          expect(answer).toMatchObject({ httpStatus: endpoint.isListed ? 202 : 200 })
          // A drawn id may be that of an earlier delivery.
          fc.pre(answer.state !== 'repeated')
          // A form for a recording is no delivery.
          expect([undefined, 'accepted', 'applied', 'already', 'done']).toContain(answer.state)
          const named = new Set(answer.warnings?.map(({ path }) => path.split('.')[0]))
          const wrong = Object.entries(made).filter(([, { isWrong }]) => isWrong)
          expect([...named]).toEqual(
            expect.arrayContaining([...wrong.map(([name]) => name), ...Object.keys(mark)]),
          )
          expect(answer.receipt === undefined || (await isKept(mark))).toBe(true)
        }),
        { numRuns: 25 },
      )
    }
    await app.app.intake.idle()
    const { total } = await app.db
      .selectFrom('lead_delivery')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('state', '<>', 1)
      .executeTakeFirstOrThrow()
    expect(total, 'deliveries without a lead').toBe(0)
  })

  it('refuse junk in fields that narrow what a delivery changes, and name them', async () => {
    let tried = 0
    for (const endpoint of endpoints)
      for (const [name] of optionalOf(endpoint).filter(([, schema]) => narrows(schema))) {
        tried += 1
        const answer = await send(endpoint, { ...needed(endpoint), [name]: { a: 1 } })
        expect(answer).toMatchObject({ httpStatus: 400, errors: [{ path: name }] })
      }
    expect(tried).toBeGreaterThan(0)
  })
})
