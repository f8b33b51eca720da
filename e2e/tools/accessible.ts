import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type { AxeResults, Result, RunOptions } from 'axe-core'
import { recall, remember } from './checked.ts'
import type { Checked } from './checked.ts'
import { findUnseenStates } from './contrast.ts'
import { topOf } from './layers.ts'
import { prepareInPage } from './parts.ts'
import type { Prepared, Task } from './parts.ts'
import { expect } from './test.ts'

/** The attribute of texts whose contrast axe checks. */
const newText = 'data-new-text'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Whether all findings count, or the serious ones. */
type Strictness = 'all' | 'serious'

/**
 * Axe findings on the page, or in the layer over it, without the page below, or in a part of it. Removes the watermark,
 * which hides contrast faults.
 */
async function findAll(
  page: Page,
  strictness: Strictness,
  options: RunOptions,
  part?: Locator,
): Promise<Result[]> {
  // Rows that are being refetched are dimmed.
  await expect(page.locator('.sr-stale')).toHaveCount(0)
  await recall(page)
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(
      `${axe}; axe.configure({ rules: [{ id: 'color-contrast', selector: '[${newText}]' }] }); ${prepareInPage}`,
    )
  const kinds = options.runOnly ? [] : strictness === 'all' ? ['all'] : ['serious', 'all']
  const top = await topOf(page, part)
  const found = await top.evaluate(
    async (root, [axeOptions, task]) => {
      if (!root.isConnected) return undefined
      document.querySelector<HTMLElement>('.sr-watermark')?.style.setProperty('display', 'none')
      const {
        axe: checker,
        checked,
        prepare: prepareCheck,
      } = globalThis as unknown as {
        axe: { run(where: object, options: RunOptions): Promise<AxeResults> }
        checked: Checked
        prepare: (top: Element, one: Task) => Prepared
      }
      const { exclude, clean } = prepareCheck(root, task)
      const { violations } = await checker.run({ include: [root], exclude }, axeOptions).finally(clean)
      return { violations, taken: checked.take() }
    },
    [
      { resultTypes: ['violations'], ...options } satisfies RunOptions,
      { mark: newText, kinds } satisfies Task,
    ] as const,
  )
  // A dialog that has just loaded takes the place of its frame.
  if (!found) return findAll(page, strictness, options, part)
  remember(found.taken)
  return found.violations
}

const textsOf = (found: readonly Result[]): string[] =>
  found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
  )

/** All axe findings, also those that are not serious. */
export const findFaults = async (page: Page): Promise<string[]> => textsOf(await findAll(page, 'all', {}))

/** Serious findings, and headings of a wrong level. */
const findSerious = async (page: Page, options: RunOptions = {}, part?: Locator): Promise<string[]> =>
  textsOf(
    (await findAll(page, 'serious', options, part)).filter(
      ({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'heading-order',
    ),
  )

/**
 * Expects no serious faults for people with low vision or without a mouse. Call it once per page or dialog; shared
 * parts need no second check, and keys.e2e.ts checks every form that Ctrl+Enter saves.
 */
export async function expectAccessible(page: Page, where: string, part?: Locator): Promise<void> {
  expect
    .soft([...(await findSerious(page, {}, part)), ...(await findUnseenStates(page, part))], where)
    .toEqual([])
}

/** Checks the light and the dark theme, which differ in colours only. */
export async function expectAccessibleInBothLooks(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where)
  await expectAccessibleInDark(page, where)
}

/** Checks the colours of the dark theme, for a page whose light one seen.e2e.ts checks. */
export async function expectAccessibleInDark(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const colours = { runOnly: ['color-contrast'] }
  expect.soft(await findSerious(page, colours), `${where}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
}
