import { randomBytes } from 'node:crypto'
import { openHeaders } from '@showroom/contract/kernel/open'
import type { IncomingLeadInput, IntakeReceipt } from '@showroom/contract/lead/intake.schema'
import type { TestApp } from '../../test/app.ts'
import type { App } from '../app.ts'
import type { Database } from '../platform/db/client.ts'
import type { Sends } from './intake/source.repository.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import { signatureOf } from '../platform/open/signature.ts'
import { seal } from '../platform/config/seal.ts'

/** Sources, stores and deliveries for tests. */

const testSecret = 'a secret of the tests, 32 characters'

export interface BuiltSource {
  readonly id: number
  readonly key: string
  readonly secret: string
}

/** A source that sends leads of 品牌官网, or order steps. */
export async function buildSource(
  db: Database,
  overrides: { rate?: number; sends?: Sends; sourceId?: number } = {},
): Promise<BuiltSource> {
  const [key, secret] = [`test-${randomBytes(4).toString('hex')}`, randomBytes(16).toString('hex')]
  const { id } = await db
    .insertInto('lead_source')
    .values({
      key,
      sealed_secret: seal(testSecret, secret),
      source_id: overrides.sourceId ?? 10,
      name: '测试来源',
      rate: overrides.rate ?? 10_000,
      sends: overrides.sends ?? 'leads',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key, secret }
}

export async function buildReceivingStore(
  app: TestApp,
  overrides: { policy?: number; consultants?: number; groupId?: number; city?: string } = {},
) {
  const { policy = 1, consultants = 0, ...rest } = overrides
  const dealerId = await buildDealer(app.db, { onlinePolicy: policy, ...rest })
  const { code } = await app.db
    .selectFrom('dealer')
    .select('code')
    .where('id', '=', dealerId)
    .executeTakeFirstOrThrow()
  const members = []
  for (let made = 0; made < consultants; made++) members.push(await buildConsultant(app, dealerId))
  return { dealerId, code, members }
}

/** Has signed in, so that the member counts as active. */
export async function buildConsultant(app: TestApp, dealerId: number, name?: string) {
  return buildMember(app.db, app.now(), { dealerId, isActive: true, ...(name && { name }) })
}

let count = 0

/** A complete lead with a new mobile and external id each time. */
export function newLead(dealerCode: string, overrides: Partial<IncomingLeadInput> = {}): IncomingLeadInput {
  count += 1
  return {
    dealerCode,
    externalId: `ext-${count}`,
    name: '孟小满',
    mobile: `135${String(count).padStart(8, '0')}`,
    series: 1201,
    province: '浙江省',
    city: '杭州市',
    remark: '希望了解落地价',
    ...overrides,
  }
}

export const newLeads = (total: number, dealerCode: string): IncomingLeadInput[] =>
  Array.from({ length: total }, () => newLead(dealerCode))

interface Sending {
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly node?: App
  readonly method?: 'GET' | 'POST'
}

/** Sends a signed request like a source. */
export async function sendRaw(
  app: TestApp,
  source: BuiltSource,
  body: string | Buffer,
  sending: Sending = {},
) {
  const { path = '/open/v1/leads', method = 'POST', node = app.app } = sending
  const timestamp = String(Math.floor(app.now().getTime() / 1000))
  const response = await node.http.inject({
    method,
    url: path,
    ...(method === 'POST' && { payload: body }),
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      [openHeaders.key]: source.key,
      [openHeaders.timestamp]: timestamp,
      [openHeaders.signature]: signatureOf(source.secret, timestamp, method === 'GET' ? path : body),
      ...sending.headers,
    },
  })
  return {
    httpStatus: response.statusCode,
    headers: response.headers,
    ...response.json<{
      status: string
      code: number
      detail: string
      errors?: { path: string; text: string }[]
      warnings?: { path: string; text: string }[]
      receipts: (IntakeReceipt & { was?: string })[]
    }>(),
  }
}

export const sendLeads = (
  app: TestApp,
  source: BuiltSource,
  leads: readonly unknown[],
  sending: Sending = {},
) => sendRaw(app, source, JSON.stringify({ leads }), sending)

/** Sends leads and waits until the worker has created them. */
export async function deliver(app: TestApp, source: BuiltSource, leads: readonly unknown[], node?: App) {
  const answer = await sendLeads(app, source, leads, node ? { node } : {})
  await (node ?? app.app).intake.idle()
  return answer
}

/** Number of leads of each owner. */
export const countsOf = (owners: readonly (number | null)[]): number[] =>
  [...new Set(owners)].map((owner) => owners.filter((one) => one === owner).length)

/** The leads of a store, oldest first. */
export const leadsOf = (app: TestApp, dealerId: number) =>
  app.db.selectFrom('lead').selectAll().where('dealer_id', '=', dealerId).orderBy('id').execute()
