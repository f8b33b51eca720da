import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { circlesIn, roomCirclesIn } from './circles.ts'

const root = path.resolve(import.meta.dirname, '../..')

test.each(['contract', 'server', 'web', 'scripts', 'e2e', 'bench'])('%s has no cycle', (floor) => {
  expect(circlesIn(path.join(root, floor))).toEqual([])
})

test.each(['contract', 'server', 'web'])('%s has no cycle between rooms', (floor) => {
  expect(roomCirclesIn(path.join(root, floor, 'src'))).toEqual([])
})

let folder = ''
const plant = (file: string, text: string): void => {
  const place = path.join(folder, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, text)
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-circles-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('finds a cycle through a lazy import, and none in a chain', () => {
  plant('table.ts', `export interface Props { id: number }\nexport const open = () => import('./Dialog')\n`)
  plant(
    'Dialog.tsx',
    `import type { Props } from './table'\nexport const Dialog = (props: Props) => props.id\n`,
  )
  plant('a.ts', `export * from './b.ts'\n`)
  plant('b.ts', `export const b = () => import('./c.ts')\n`)
  plant('c.ts', `export const c = 1\n`)
  expect(circlesIn(folder)).toEqual([['Dialog.tsx', 'table.ts']])
})

describe('cycles between rooms', () => {
  it.each([
    ['a value', `import { page } from '../customer/public'\nexport const card = page\n`],
    ['a type', `import type { page } from '../customer/public'\nexport type Card = typeof page\n`],
    ['an export', `export { page } from '../customer/public'\n`],
    ['a lazy import', `export const card = () => import('../customer/public')\n`],
  ])('finds two rooms whose files form no cycle: %s closes it', (_kind, text) => {
    plant('customer/list.ts', `import { link } from '../order/public'\nexport const list = link\n`)
    plant('customer/public.ts', `export const page = 1\n`)
    plant('order/public.ts', `export const link = 1\n`)
    plant('order/card.ts', text)
    expect(circlesIn(folder)).toEqual([])
    expect(roomCirclesIn(folder)).toEqual([['customer', 'order']])
  })

  it('finds a cycle of three rooms, through their folders', () => {
    plant('customer/list/a.ts', `import { b } from '../../order/public'\nexport const a = b\n`)
    plant('order/public.ts', `export const b = 1\n`)
    plant('order/detail/b.ts', `import { c } from '../../lead/public'\nexport const d = c\n`)
    plant('lead/public.ts', `export const c = 1\n`)
    plant('lead/c.ts', `import { e } from '../customer/public'\nexport const f = e\n`)
    plant('customer/public.ts', `export const e = 1\n`)
    expect(roomCirclesIn(folder)).toEqual([['customer', 'lead', 'order']])
  })

  it('lets a chain pass, and a test that builds rows of a higher room', () => {
    plant('customer/public.ts', `export const page = 1\n`)
    plant('customer/page.test.ts', `import { buildOrder } from '../order/order.factory.ts'\nbuildOrder()\n`)
    plant('order/card.ts', `import { page } from '../customer/public'\nexport const card = page\n`)
    plant('order/order.factory.ts', `export const buildOrder = () => 1\n`)
    expect(roomCirclesIn(folder)).toEqual([])
  })
})
