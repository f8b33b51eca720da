import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { circlesIn } from './circles.ts'

const root = path.resolve(import.meta.dirname, '../..')

test.each(['contract', 'server', 'web', 'scripts', 'e2e', 'bench'])('%s has no cycle', (floor) => {
  expect(circlesIn(path.join(root, floor))).toEqual([])
})

test('finds a cycle through a lazy import, and none in a chain', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-circles-'))
  const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text)
  write('table.ts', `export interface Props { id: number }\nexport const open = () => import('./Dialog')\n`)
  write(
    'Dialog.tsx',
    `import type { Props } from './table'\nexport const Dialog = (props: Props) => props.id\n`,
  )
  write('a.ts', `export * from './b.ts'\n`)
  write('b.ts', `export const b = () => import('./c.ts')\n`)
  write('c.ts', `export const c = 1\n`)
  try {
    expect(circlesIn(folder)).toEqual([['Dialog.tsx', 'table.ts']])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
