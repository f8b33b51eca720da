import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { layers } from './layers.ts'

/** Finds the pages of the web client and what their buttons open, in its code and on its pages. */

const web = path.resolve(import.meta.dirname, '../../web/src')

/** The addresses of all pages, from the routes in the code. */
export const addresses: readonly string[] = globSync('*/*.routes.ts*', { cwd: web })
  .flatMap((file) => [...readFileSync(path.join(web, file), 'utf8').matchAll(/\bpath: '([^']+)'/g)])
  .map(([, address = '']) => address)
  .toSorted()

const layersOf = (page: Page): Locator => page.locator(layers).locator('visible=true')

/** Whether something is open over the page. */
export const isCovered = async (page: Page): Promise<boolean> => (await layersOf(page).count()) > 0

const waits = '.sr-bone, .sr-stale, .sr-dialog-frame, .ant-spin-spinning, [aria-busy=true]'
/** Whether the page has its heading and no placeholder. */
const isWhole = (page: Page): Promise<boolean> =>
  page.evaluate(
    (placeholders) => document.querySelector('main h1') !== null && !document.querySelector(placeholders),
    waits,
  )

/** React shows a part that was loaded up to 300 ms after the placeholder before it. */
const shownMs = 400

/** Returns a function that waits until the page is whole, requests nothing, and has shown the parts it loaded. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>()
  let loadedAt = 0
  page.on('request', (request) => {
    if (/\/v[12]\/|\.js$/.test(request.url()) && !request.url().includes('live')) open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => {
      open.delete(request)
      if (request.url().endsWith('.js')) loadedAt = Date.now()
    })
  return async () => {
    const latest = Date.now() + 20_000
    for (let quiet = 0; quiet < 3 && Date.now() < latest;) {
      await page.waitForTimeout(30)
      const isQuiet = open.size === 0 && Date.now() > loadedAt + shownMs && (await isWhole(page))
      quiet = isQuiet ? quiet + 1 : 0
    }
  }
}

interface RouterState {
  readonly status: string
  readonly resolvedLocation?: { readonly pathname: string }
}

/**
 * Opens an address within the page, discards input, and waits until the heading of the page before is gone, or the
 * router has come back to that page before it was left.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    const pathOf = (one: string) => one.replace(/^#|[?].*/g, '')
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading && pathOf(location.hash) !== pathOf(hash)) heading.dataset['before'] = heading.textContent
    location.hash = hash
  }, address)
  await page.waitForFunction(
    (target) => {
      const buttons = [...document.querySelectorAll<HTMLElement>('dialog[open] button')]
      buttons.find((button) => button.textContent === '放弃并离开')?.click()
      const { state } = Reflect.get(globalThis, '__TSR_ROUTER__') as { state: RouterState }
      if (state.status === 'idle' && state.resolvedLocation?.pathname === target) return true
      // Two records of a kind have the same element.
      const headings = [...document.querySelectorAll<HTMLElement>('h1[data-before]')]
      return headings.every(({ textContent, dataset }) => textContent !== dataset['before'])
    },
    address.replace(/[?].*/, ''),
    // Asking in each frame would leave the page no idle time, in which it loads its later parts.
    { timeout: 30_000, polling: 50 },
  )
}

/** The links on the page, as addresses. */
export const linksOn = (page: Page): Promise<string[]> =>
  page
    .locator('a[href*="#/"]')
    .evaluateAll((all) => all.map((link) => (link.getAttribute('href') ?? '').replace(/^.*?#/, '')))

/** Classes that one room alone names, by which its parts are known on the pages of others. */
const classesOfRooms: ReadonlySet<string> = new Set(
  [
    ...globSync('*/**/*.{css,tsx}', { cwd: web })
      .flatMap((file) => {
        const text = readFileSync(path.join(web, file), 'utf8')
        return [...text.matchAll(/\bsr-[\w-]+/g)].map(([name]) => ({
          name,
          folder: file.split('/')[0] ?? '',
        }))
      })
      .reduce(
        (folders, { name, folder }) => folders.set(name, new Set([...(folders.get(name) ?? []), folder])),
        new Map<string, Set<string>>(),
      ),
  ]
    .filter(([, [first = '', ...others]]) => others.length === 0 && !['ui', 'app'].includes(first))
    .map(([name]) => name),
)

/** A kind without what is around the room's part, if it is in one. */
function partOf(kind: string): string | undefined {
  const around = kind.split('>')
  const end = around.findIndex((node) => node.split('.').some((name) => classesOfRooms.has(name)))
  return end === -1 ? undefined : [...around.slice(0, end + 1), ...around.slice(-2)].join('>')
}

interface Button {
  /** Equal for the buttons of repeated rows and cards. */
  readonly kind: string
  readonly name: string
}

/** The button that `Buttons.next` found. */
export const marked = (page: Page): Locator => page.locator('[data-walk]').first()

/**
 * The buttons of an area's pages, one of each kind. The frame, which all pages have, belongs to one area; a room's part
 * that was pressed in another area before (`elsewhere`) is the same here.
 */
export class Buttons {
  readonly #page: Page
  readonly #place: 'body' | 'main'
  readonly #elsewhere: Set<string>
  #known: string[] = []

  constructor(page: Page, area: string, elsewhere: Set<string>) {
    this.#page = page
    this.#place = area === 'dashboard' ? 'body' : 'main'
    this.#elsewhere = elsewhere
  }

  /** Rows lead elsewhere on each page. */
  turnPage(): void {
    this.#known = this.#known.filter((kind) => kind !== 'row')
  }

  /** Marks the next one as `[data-walk]`, and returns its name. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const button = await markButton(this.#page, this.#known, this.#place)
      if (!button) return undefined
      this.#known.push(button.kind)
      if (!this.#elsewhere.has(partOf(button.kind) ?? '')) return button.name
    }
  }

  /** Presses the marked one. A button under another one opens nothing. */
  async press(settle: () => Promise<void>): Promise<void> {
    await marked(this.#page)
      .click({ timeout: 1000 })
      .catch(() => undefined)
    await settle()
  }

  /** Lets other areas leave out what was pressed in this one. */
  leaveArea(): void {
    for (const part of this.#known.map(partOf)) if (part) this.#elsewhere.add(part)
  }
}

const markButton = (
  page: Page,
  known: readonly string[],
  place: 'body' | 'main',
): Promise<Button | undefined> =>
  page.evaluate(
    ([seen, within]) => {
      const classesOf = (node: Element): string =>
        [...node.classList].filter((one) => !/css-|hover|focus|select|active|open/.test(one)).join('.')
      const kindOf = (button: HTMLElement): string => {
        if (button.dataset['rowLink'] !== undefined) return 'row'
        const around: string[] = []
        for (let node: Element | null = button; node && around.length < 7; node = node.parentElement)
          around.push(`${node.tagName}.${classesOf(node)}`)
        const text = button.innerText.trim()
        const isRow = button.closest('tr, li, article, [class*=row], [class*=lane]') !== null
        // The lines below are the record's own.
        const name = isRow
          ? (/^[\u4e00-\u9fa5]{2,4}(?=$|\n)/.exec(text)?.[0] ?? '')
          : text || (button.ariaLabel ?? '')
        return [...around, button.querySelector('svg')?.dataset['icon'], name.replaceAll(/\d/g, '')].join('>')
      }
      const isPressable = (button: HTMLElement): boolean =>
        button.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !button.matches(':disabled, [aria-disabled=true], .ant-picker-dropdown *')
      const root = document.querySelector(within) ?? document.body
      for (const button of root.querySelectorAll<HTMLElement>('button, [role=button], a[data-row-link]')) {
        const kind = kindOf(button)
        if (seen.includes(kind) || !isPressable(button)) continue
        for (const old of document.querySelectorAll<HTMLElement>('[data-walk]')) delete old.dataset['walk']
        button.dataset['walk'] = ''
        return { kind, name: (button.ariaLabel ?? button.innerText).trim().replaceAll(/\s+/g, ' ') }
      }
      return undefined
    },
    [known, place] as const,
  )

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
