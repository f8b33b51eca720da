import { randomUUID } from 'node:crypto'
import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { listenIn } from './notices.ts'
import { refuseIn } from './refused.ts'

/**
 * The journeys of a worker share one window per device (desktop, phone): the fetched and compiled client then serves
 * all of them, which saves two thirds of the cost of opening a page. Each journey starts with an empty window: signed
 * out, nothing stored or intercepted, the right size. Changes that cannot be reset (a fake clock, a second visitor)
 * need an own window: `test.use({ ownWindow: true })`.
 */

interface Journey {
  readonly ownWindow: boolean
  readonly window: Page
}

/**
 * How long a change may take to an open page. It takes two seconds; browsers and servers share two cores with other
 * journeys here. A page that hears nothing asks after half a minute.
 */
export const soon = { timeout: 12_000 }

/** A page of the product's origin without scripts, where the window waits between two journeys. */
export const restingPlace = '/favicon.svg'

/** A random address of the documentation range, so that limits by address treat each journey separately. */
export const anyAddress = (): string => `2001:db8::${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`

async function rest(page: Page): Promise<void> {
  await page.goto(restingPlace)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** Resets what a journey did to its window. */
async function empty(page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  await rest(page)
  await context.clearCookies()
  await page.mouse.move(0, 0)
}

/** Refuses changes that would last into later journeys. */
function refuseLasting(page: Page): void {
  const refuse = (): never => {
    throw new Error('It would last in the window of all: test.use({ ownWindow: true })')
  }
  for (const each of [page, page.context()]) Object.assign(each, { addInitScript: refuse })
  Object.assign(page.clock, { install: refuse })
}

export const test = base.extend<Journey, { windows: Map<string, Page> }>({
  ownWindow: [false, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': anyAddress() }),
  windows: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const windows = new Map<string, Page>()
      await use(windows)
      for (const page of windows.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
  window: async ({ browser, windows, ownWindow, isMobile, hasTouch, viewport, extraHTTPHeaders }, use) => {
    const device = JSON.stringify([isMobile, hasTouch])
    const window = ownWindow ? undefined : windows.get(device)
    const page = window && !window.isClosed() ? window : await (await browser.newContext()).newPage()
    if (page !== window) {
      await listenIn(page)
      await refuseIn(page)
      await rest(page)
      if (!ownWindow) refuseLasting(page)
    }
    if (!ownWindow) windows.set(device, page)
    if (viewport) await page.setViewportSize(viewport)
    await page.context().setExtraHTTPHeaders(extraHTTPHeaders ?? {})
    await use(page)
    // Stops handling pending requests when a journey ends: a handler would find its response gone.
    for (const each of page.context().pages()) await each.unrouteAll({ behavior: 'ignoreErrors' })
    if (ownWindow) await page.context().close()
    else await empty(page)
  },
  context: async ({ window }: Journey, use: (context: BrowserContext) => Promise<void>) =>
    use(window.context()),
  page: async ({ window }: Journey, use: (page: Page) => Promise<void>) => use(window),
})

export { expect }
