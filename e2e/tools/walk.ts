import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { layers } from './accessible.ts'
import { expect } from './test.ts'

/** Finds the pages of the web client and what their buttons open, in its code and on its pages. */

const web = path.resolve(import.meta.dirname, '../../web/src')

/** The addresses of all pages, from the routes in the code. */
export const addresses: readonly string[] = globSync('*/*.routes.ts*', { cwd: web })
  .flatMap((file) => [...readFileSync(path.join(web, file), 'utf8').matchAll(/\bpath: '([^']+)'/g)])
  .map(([, address = '']) => address)
  .toSorted()

const layersOf = (page: Page): Locator => page.locator(layers).locator('visible=true')

const waits = '.sr-bone, .sr-stale, .sr-dialog-frame, .ant-spin-spinning, [aria-busy=true]'
/** Whether the page has its heading and no placeholder. */
const isWhole = (page: Page): Promise<boolean> =>
  page.evaluate(
    (placeholders) => document.querySelector('main h1') !== null && !document.querySelector(placeholders),
    waits,
  )

/** Returns a function that waits until the page is whole and requests nothing. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>()
  page.on('request', (request) => {
    if (/\/v[12]\/|\.js$/.test(request.url()) && !request.url().includes('live')) open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void open.delete(request))
  return async () => {
    const latest = Date.now() + 20_000
    for (let quiet = 0; quiet < 3 && Date.now() < latest;) {
      await page.waitForTimeout(30)
      quiet = open.size === 0 && (await isWhole(page)) ? quiet + 1 : 0
    }
  }
}

/** Opens an address within the page, discards input, and waits until the heading of the page before is gone. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    const pathOf = (one: string) => one.replace(/^#|[?].*/g, '')
    if (pathOf(location.hash) !== pathOf(hash)) document.querySelector('h1')?.classList.add('before')
    location.hash = hash
  }, address)
  const leave = page.getByRole('button', { name: '放弃并离开' })
  await expect
    .poll(async () => {
      if (await leave.isVisible()) await leave.click()
      return page.locator('h1.before').count()
    })
    .toBe(0)
}

/** Refuses all calls that would change the data, or end the session that other journeys share. */
export const refuseWrites = (page: Page): Promise<unknown> =>
  page.route(/\/v[12]\//, (route) =>
    route.request().headers()['idempotency-key'] || /appDraftService|switchDealer/.test(route.request().url())
      ? route.fulfill({ json: { status: '-1', code: 9999, detail: '留在本页' } })
      : route.fallback(),
  )

/** The links on the page, as addresses. */
export const linksOn = (page: Page): Promise<string[]> =>
  page
    .locator('a[href*="#/"]')
    .evaluateAll((all) => all.map((link) => (link.getAttribute('href') ?? '').replace(/^.*?#/, '')))

interface Button {
  /** Equal for the buttons of repeated rows. */
  readonly kind: string
  readonly name: string
}

/** Marks the next button of the page whose kind is not in `known`, as `[data-walk]`. */
export const nextButton = (page: Page, known: readonly string[]): Promise<Button | undefined> =>
  page.evaluate((seen) => {
    const classesOf = (node: Element): string =>
      [...node.classList].filter((one) => !/css-|hover|focus|select|active|open/.test(one)).join('.')
    const kindOf = (button: HTMLElement): string => {
      if (button.dataset['rowLink']) return 'row'
      const around: string[] = []
      for (let node: Element | null = button; node && around.length < 7; node = node.parentElement)
        around.push(`${node.tagName}.${classesOf(node)}`)
      const text = button.innerText.trim()
      const isRow = button.closest('tr, li, [class*=row], [class*=lane]') !== null
      const name = isRow ? (/^[\u4e00-\u9fa5]{2,4}$/.exec(text)?.[0] ?? '') : text || (button.ariaLabel ?? '')
      return [...around, button.querySelector('svg')?.dataset['icon'], name.replaceAll(/\d/g, '')].join('>')
    }
    const isPressable = (button: HTMLElement): boolean =>
      button.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !button.matches(':disabled, [aria-disabled=true], .ant-picker-dropdown *')
    for (const button of document.querySelectorAll<HTMLElement>('button, [role=button], a[data-row-link]')) {
      const kind = kindOf(button)
      if (seen.includes(kind) || !isPressable(button)) continue
      for (const old of document.querySelectorAll<HTMLElement>('[data-walk]')) delete old.dataset['walk']
      button.dataset['walk'] = ''
      return { kind, name: (button.ariaLabel ?? button.innerText).trim().replaceAll(/\s+/g, ' ') }
    }
    return undefined
  }, known)

/** The layer on top of the page, with all its parts unfolded. */
export async function topLayer(page: Page): Promise<Locator | undefined> {
  if ((await layersOf(page).count()) === 0) return undefined
  const layer = layersOf(page).last()
  await layer.evaluate((node) => {
    for (const part of node.querySelectorAll('details')) part.open = true
  })
  return layer
}

/** Closes all layers by Escape, and discards what they ask about. Returns false if one stays. */
export async function closeLayers(page: Page, settle: () => Promise<void>): Promise<boolean> {
  for (let times = 0; times < 6 && (await layersOf(page).count()) > 0; times++) {
    const discard = page.locator('.ant-modal-confirm').getByRole('button', { name: '放弃' })
    if (await discard.isVisible()) await discard.click()
    else await page.keyboard.press('Escape')
    await settle()
  }
  return (await layersOf(page).count()) === 0
}
