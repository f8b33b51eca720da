import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, Result, RunOptions } from 'axe-core'
import { findUnseenStates } from './contrast.ts'
import { expect } from './test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Everything that opens over a page. */
export const layers =
  'dialog[open], .ant-modal-wrap, .ant-drawer, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)'

/**
 * Axe findings on the page, or in the layer over it, without the page below. Removes the watermark, which hides
 * contrast faults.
 */
async function findAll(page: Page, options: RunOptions): Promise<Result[]> {
  // Rows that are being refetched are dimmed.
  await expect(page.locator('.sr-stale')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const { violations } = await page.evaluate(
    ([axeOptions, over]) => {
      document.querySelector<HTMLElement>('.sr-watermark')?.style.setProperty('display', 'none')
      const { axe: checker } = globalThis as unknown as {
        axe: { run(where: Node, options: RunOptions): Promise<AxeResults> }
      }
      const open = [...document.querySelectorAll(over)].filter((layer) => layer.checkVisibility())
      return checker.run(open.at(-1) ?? document, axeOptions)
    },
    [{ resultTypes: ['violations'], ...options } satisfies RunOptions, layers] as const,
  )
  return violations
}

const textsOf = (found: readonly Result[]): string[] =>
  found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
  )

/** All axe findings, also those that are not serious. */
export const findFaults = async (page: Page): Promise<string[]> => textsOf(await findAll(page, {}))

/** Serious findings, and headings of a wrong level. */
const findSerious = async (page: Page, options: RunOptions = {}): Promise<string[]> =>
  textsOf(
    (await findAll(page, options)).filter(
      ({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'heading-order',
    ),
  )

/**
 * Expects no serious faults for people with low vision or without a mouse. Call it once per page or dialog; shared
 * parts need no second check, and keys.e2e.ts checks every form that Ctrl+Enter saves.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect.soft([...(await findSerious(page)), ...(await findUnseenStates(page))], where).toEqual([])
}

/** Checks the light and the dark theme, which differ in colours only. */
export async function expectAccessibleInBothLooks(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const colours = { runOnly: ['color-contrast'] }
  expect.soft(await findSerious(page, colours), `${where}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
}
