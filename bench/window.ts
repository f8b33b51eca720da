import type { Browser, BrowserContext, Page } from '@playwright/test'
import { tokenOf } from '../e2e/tools/people.ts'
import type { Person } from '../e2e/tools/people.ts'

/** Windows of the bench: a signed-in person, and the page's own records of presses, shifts and long events. */

export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0

/**
 * Prints a row of the table, the median and the best of all rounds with their unit; returns whether the median meets
 * its goal.
 */
export function tell(what: string, figures: readonly number[], unit: 'ms' | '', goal?: number): boolean {
  const show = (figure: number): string => (unit ? `${figure.toFixed(1)} ${unit}` : figure.toFixed(4))
  const holds = goal === undefined || median(figures) <= goal
  process.stdout.write(
    `${what.padEnd(46)} ${show(median(figures)).padStart(12)} ${show(Math.min(...figures)).padStart(12)}${
      goal === undefined ? '' : `   ≤ ${goal}${holds ? '' : ' OVER'}`
    }\n`,
  )
  return holds
}

export interface Window {
  readonly page: Page
  readonly context: BrowserContext
  /** Makes a call with the session of this window. */
  call<Answer>(this: void, path: string, body: object): Promise<Answer>
}

/** Signs a person (e2e/tools/stage.ts) in to a context, and returns how to make calls, and the store. */
export async function signIn(
  context: BrowserContext,
  url: string,
  { mobile }: Person,
): Promise<Pick<Window, 'call'> & { readonly dealerId: number }> {
  const token = tokenOf(mobile)
  await context.addCookies([{ name: 'Dealer-User-Token', value: token, url, sameSite: 'Strict' }])
  const call = async <Answer>(path: string, data: object): Promise<Answer> => {
    const answer = await context.request.post(`${url}${path}`, { data, headers: { authorization: token } })
    return (await answer.json()) as Answer
  }
  const { profile } = await call<{ profile: { dealerId: number } }>('/v1/userRpc/profile', {})
  return { call, dealerId: profile.dealerId }
}

/** Opens a window of a signed-in person. Its cache is empty. */
export async function openWindow(browser: Browser, url: string, person: Person): Promise<Window> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const { call, dealerId } = await signIn(context, url, person)
  await context.addInitScript(note, dealerId)
  return { page: await context.newPage(), context, call }
}

interface Noting {
  /** Time of the last press. */
  pressedAt: number
}

/** Runs in the page before any other script. */
function note(dealerId: number): void {
  localStorage.setItem('dealerId', String(dealerId))
  const noting: Noting = { pressedAt: 0 }
  Object.assign(globalThis, { noting })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) performance.mark('shift', { detail: entry.value })
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      performance.mark('event', { detail: { name, duration } })
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  for (const type of ['keydown', 'pointerdown', 'click'])
    addEventListener(type, ({ timeStamp }) => (noting.pressedAt = timeStamp), { capture: true })
  addEventListener('keydown', () => performance.mark('key'), { capture: true })
  addEventListener('input', () =>
    queueMicrotask(() => {
      if (performance.getEntriesByName('key', 'mark').length === 0) return
      document.body.getBoundingClientRect()
      performance.measure('key', 'key')
    }),
  )
}

/** The cumulative layout shift of the page since it was loaded, without shifts right after a press. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByName('shift', 'mark')
      .reduce((sum, entry) => sum + Number((entry as PerformanceMark).detail), 0),
  )

/** The longest event of the page since it was loaded: from the press to the next frame. */
export const longestEventOf = (page: Page): Promise<{ name: string; duration: number }> =>
  page.evaluate(() =>
    performance
      .getEntriesByName('event', 'mark')
      .map((entry) => (entry as PerformanceMark).detail as { name: string; duration: number })
      .reduce((worst, one) => (one.duration > worst.duration ? one : worst), { name: 'none', duration: 0 }),
  )

/** Elements that must be visible. */
export interface Sight {
  readonly css: string
  /** Text that each of them contains; any text if absent. */
  readonly text?: string
  /** Their number; at least one if absent, none for 0. */
  readonly count?: number
  /** The value of their field. */
  readonly value?: string
  /** Text that they no longer contain. */
  readonly unlike?: string
}

/** Milliseconds from the last press of `act` to the frame that shows the sight. */
export async function timeMove(page: Page, act: () => Promise<unknown>, sight: Sight): Promise<number> {
  await page.evaluate(() => {
    const { noting } = globalThis as unknown as { noting: Noting }
    noting.pressedAt = Number.POSITIVE_INFINITY
  })
  await act()
  const handle = await page.waitForFunction(seen, sight, { polling: 'raf', timeout: 15_000 })
  return (await handle.jsonValue()) as number
}

/** Runs in the page with each frame: returns the time once the previous frame showed the sight. */
function seen({ css, text, count, value, unlike }: Sight): number | false {
  const state = globalThis as unknown as { noting: Noting; shownAt?: number }
  const visible = [...document.querySelectorAll<HTMLElement>(css)].filter((one) => one.checkVisibility())
  const fits = visible.filter(
    (one) =>
      (text === undefined || one.textContent.includes(text)) &&
      (unlike === undefined || one.textContent !== unlike) &&
      (value === undefined || (one as HTMLInputElement).value === value),
  )
  const isThere = count === undefined ? fits.length > 0 : visible.length === count && fits.length === count
  if (!isThere || state.noting.pressedAt === Number.POSITIVE_INFINITY) {
    delete state.shownAt
    return false
  }
  if (state.shownAt === undefined) {
    state.shownAt = performance.now()
    return false
  }
  delete state.shownAt
  return performance.now() - state.noting.pressedAt
}
