import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { idleEvents } from './events.ts'

it('each domain event has an emitter and a subscriber', () => {
  expect(idleEvents(path.resolve(import.meta.dirname, '../../server/src'))).toEqual([])
}, 300_000)

it('finds an event that no room subscribes to and one that no code emits', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-events-'))
  const plant = (file: string, text: string): void => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  plant(
    'order/events.ts',
    `export interface OrderEvents { readonly lost: One; readonly sold: One; readonly kept: One; readonly moved: One; readonly taken: One }
declare module '../platform/live/events.ts' { interface DomainEvents extends OrderEvents { readonly own: One } }
`,
  )
  // Under any name.
  plant(
    'order/order.words.ts',
    `declare module '../platform/live/events.ts' { interface DomainEvents { readonly hidden: One } }`,
  )
  plant(
    'order/sell.service.ts',
    `await happened(context, 'sold', { id })
await deps.events.emit(by, isOpen ? 'kept' : 'moved', { id })
await events.emit(by, 'lost', { id })
`,
  )
  plant('lead/room.ts', `export const open = () => ({ subscriptions: { sold: follow, kept } })`)
  plant('lead/subscriptions.ts', `export const leadSubscriptions: Subscriptions = { moved: follow }`)
  plant(
    'notice/subscriptions.ts',
    `export function notices(): Subscriptions { return { taken: follow, own() {} } }`,
  )
  try {
    expect(idleEvents(folder)).toEqual([
      'hidden is emitted nowhere',
      'no room subscribes to hidden',
      'no room subscribes to lost',
      'own is emitted nowhere',
      'taken is emitted nowhere',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
