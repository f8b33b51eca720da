import type { TestApp } from '../../test/app.ts'
import type { App } from '../app.ts'
import { buildSource, sendRaw } from '../lead/intake.factory.ts'
import type { BuiltSource } from '../lead/intake.factory.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'

/** The maker's order system, for tests. */

/** A store connected to the maker's system, with a reviewer and a consultant. */
export async function buildMakerStore(app: TestApp) {
  const maker = await buildSource(app.db, { sends: 'orders' })
  const dealerId = await buildDealer(app.db)
  const { code: dealerCode } = await app.db
    .selectFrom('dealer')
    .select('code')
    .where('id', '=', dealerId)
    .executeTakeFirstOrThrow()
  const head = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  const seller = await buildMember(app.db, app.now(), { dealerId })
  return { maker, dealerId, dealerCode, head, seller }
}

let count = 0

export interface SentStep {
  readonly dealerCode: string
  readonly orderNo: string
  readonly status: number
  readonly deliveryId?: string
  readonly [more: string]: unknown
}

interface StepAnswer {
  readonly httpStatus: number
  readonly code: number
  readonly detail: string
  readonly state?: string
  readonly receipt?: string
  readonly orderNo?: string
  readonly orderStatus?: number
  readonly errors?: readonly { readonly path: string; readonly text: string }[]
  readonly warnings?: readonly { readonly path: string; readonly text: string }[]
}

/** Sends a signed step like the maker's system, with a new delivery id by default. */
export async function sendStep(
  app: TestApp,
  source: BuiltSource,
  { orderNo, ...step }: SentStep,
  node?: App,
): Promise<StepAnswer> {
  count += 1
  const body = JSON.stringify({ deliveryId: `step-${count}`, ...step })
  const path = `/open/v1/orders/${encodeURIComponent(orderNo)}/status`
  return sendRaw(app, source, body, { path, ...(node && { node }) })
}
