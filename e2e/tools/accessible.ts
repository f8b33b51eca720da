import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type { AxeResults, Result, RunOptions } from 'axe-core'
import { findUnseenStates } from './contrast.ts'
import { topOf } from './layers.ts'
import { expect } from './test.ts'

/** The attribute of texts whose contrast axe checks. */
const newText = 'data-new-text'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs in the page. Marks the texts whose colours this window has not checked yet: equal classes and states up to the
 * root have equal colours. Returns a function that removes the marks.
 */
function markNewTexts(root: Element, mark: string): () => void {
  const window = globalThis as { checkedTexts?: Set<string> }
  const checked = (window.checkedTexts ??= new Set<string>())
  const looks = new Map<Element, string>()
  const lookOf = (node: Element): string => {
    const earlier = looks.get(node)
    if (earlier !== undefined) return earlier
    const { color, background, opacity } = (node as HTMLElement).style
    const look = [
      node.parentElement ? lookOf(node.parentElement) : '',
      node.tagName,
      node.getAttribute('class'),
      color,
      background,
      opacity,
      ...[':hover', ':focus', ':checked', ':disabled', ':placeholder-shown'].filter((state) =>
        node.matches(state),
      ),
      ...[...node.attributes]
        .filter(({ name, value }) => /^(?:role$|aria-|data-)/.test(name) && /^[a-z-]*$/i.test(value))
        .map(({ name, value }) => `${name}=${value}`),
    ].join()
    looks.set(node, look)
    return look
  }
  const marked: Element[] = []
  for (const node of root.querySelectorAll('*')) {
    const texts = [...node.childNodes].flatMap(({ nodeType, nodeValue }) =>
      nodeType === 3 ? [nodeValue] : [],
    )
    const { value = '', placeholder = '' } = node as Partial<HTMLInputElement>
    // Axe is not sure about a single letter.
    if (`${texts.join('')}${value}${placeholder}`.trim().length < 2) continue
    const look = lookOf(node)
    if (checked.has(look) || !node.checkVisibility()) continue
    checked.add(look)
    node.setAttribute(mark, '')
    marked.push(node)
  }
  return () => {
    for (const node of marked) node.removeAttribute(mark)
  }
}

/**
 * Axe findings on the page, or in the layer over it, without the page below, or in a part of it. Removes the watermark,
 * which hides contrast faults.
 */
async function findAll(page: Page, options: RunOptions, part?: Locator): Promise<Result[]> {
  // Rows that are being refetched are dimmed.
  await expect(page.locator('.sr-stale')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(
      `${axe}; axe.configure({ rules: [{ id: 'color-contrast', selector: '[${newText}]' }] }); ${String(markNewTexts)}`,
    )
  const { violations } = await (
    await topOf(page, part)
  ).evaluate(
    async (root, [axeOptions, mark]) => {
      document.querySelector<HTMLElement>('.sr-watermark')?.style.setProperty('display', 'none')
      const { axe: checker, markNewTexts: markTexts } = globalThis as unknown as {
        axe: { run(where: Node, options: RunOptions): Promise<AxeResults> }
        markNewTexts: (top: Element, mark: string) => () => void
      }
      const clean = markTexts(root, mark)
      return checker.run(root, axeOptions).finally(clean)
    },
    [{ resultTypes: ['violations'], ...options } satisfies RunOptions, newText] as const,
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
const findSerious = async (page: Page, options: RunOptions = {}, part?: Locator): Promise<string[]> =>
  textsOf(
    (await findAll(page, options, part)).filter(
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
