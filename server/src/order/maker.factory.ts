import { sendRaw } from '../lead/intake.factory.ts'
import type { BuiltSource } from '../lead/intake.factory.ts'
import type { TestApp } from '../../test/app.ts'
import type { App } from '../app.ts'

/** The maker's order system, for tests. */

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
  readonly orderStatus?: number
  readonly errors?: readonly { readonly path: string; readonly text: string }[]
}

/** Sends a signed step as the maker's system does; each is a delivery of its own unless said. */
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
