import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds serious on the page, or in the dialog over it: what lies below a dialog is looked at without it. The watermark is taken
 * away: it hides faults of contrast.
 */
async function findSerious(page: Page, options: RunOptions = {}): Promise<string[]> {
  // What is being read anew is dimmed meanwhile.
  await expect(page.locator('.sr-stale')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const { violations } = await page.evaluate(
    (asked) => {
      document.querySelector<HTMLElement>('.sr-watermark')?.style.setProperty('display', 'none')
      const { axe: checker } = globalThis as unknown as {
        axe: { run(where: Node, options: RunOptions): Promise<AxeResults> }
      }
      const layers = document.querySelectorAll('.ant-modal-wrap, .ant-drawer')
      const open = [...layers].filter((layer) => layer.checkVisibility())
      return checker.run(open.at(-1) ?? document, asked)
    },
    { resultTypes: ['violations'], ...options } satisfies RunOptions,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
    )
}

/** Nothing serious for who sees little or has no mouse. Once a page or dialog: what is the same elsewhere is not looked at again. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect.soft(await findSerious(page), where).toEqual([])
}

/** The same in the light and the dark look: they differ in their colours only. */
export async function expectAccessibleInBothLooks(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const colours = { runOnly: ['color-contrast'] }
  expect.soft(await findSerious(page, colours), `${where}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
}
