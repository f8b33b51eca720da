import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer } from '../tools/customers.ts'
import type { MadeCustomer } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import type { Person } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, soon, test } from '../tools/test.ts'
import { showToasts } from '../tools/notices.ts'

/** A change by one member appears on another's open page. */

const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^消息/ })
const list = (page: Page): Locator => page.getByRole('dialog', { name: '消息' })
const unreadOn = async (page: Page): Promise<number> =>
  Number(/(\d+)条未读/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0)

/** The same later by the page's own clock, by which it plans its refetches: a response may come after the clock was advanced. */
async function unreadLater(page: Page, milliseconds = 1_000): Promise<number> {
  await page.clock.runFor(milliseconds)
  return unreadOn(page)
}

/** The manager reassigns a customer to the listener. */
async function handOver(request: APIRequestContext): Promise<MadeCustomer> {
  const manager = sessionOf(people.generalManager)
  const made = await addCustomer(request, manager)
  await mustPost(
    request,
    '/v2/appCustomerService/reassign',
    { customerId: made.customerId, memberId: sessionOf(people.listener).memberId },
    manager,
  )
  return made
}

/** Opens a page and returns the unread count once the bell shows it. */
async function open(
  page: Page,
  person: Person = people.listener,
  address = '/customer/list',
): Promise<number> {
  const listed = page.waitForResponse('**/v2/appNoticeService/list')
  await enter(page, sessionOf(person), address)
  const { unread } = (await (await listed).json()) as { unread: number }
  await expect(bell(page)).toHaveAccessibleName(unread > 0 ? `消息，${unread}条未读` : '消息')
  return unread
}

/** Does the same for a page that is already connected to the stream. */
async function openListening(page: Page, address?: string): Promise<number> {
  const stream = page.waitForResponse('**/live?*')
  const unread = await open(page, people.listener, address)
  expect((await stream).status()).toBe(200)
  await showToasts(page)
  return unread
}

test.describe.configure({ mode: 'serial' })

test('a colleague’s handover shows within two seconds: in the count, as a toast, in the list', async ({
  page,
  request,
}) => {
  const before = await openListening(page)
  const made = await handOver(request)
  const text = `${people.generalManager.name}将客户${made.name}分配给您`
  await expect(page.getByRole('status').getByText(text)).toBeVisible(soon)
  // It covers the header only, and no row.
  const [toast, header] = await Promise.all(
    [page.locator('.sr-bell-toast'), page.getByRole('banner')].map((one) => one.boundingBox()),
  )
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan((header?.y ?? 0) + (header?.height ?? 0))
  await expect.poll(() => unreadOn(page), soon).toBe(before + 1)

  // By keyboard: open, close, open again, go to the customer.
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(list(page)).toBeFocused()
  await expectAccessible(page, 'the list of notices')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await list(page).getByRole('link').filter({ hasText: text }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`#/customer/detail/${made.customerId}`))
  await expect(page.getByRole('heading', { name: made.name })).toBeVisible()
  await expect.poll(() => unreadOn(page)).toBe(before)
})

test('a notice read in one window is read in the other; other members get no event', async ({
  page,
  browser,
  request,
}) => {
  const before = await openListening(page)
  const another = await (await browser.newContext()).newPage()
  await openListening(another)
  const colleague = await (await browser.newContext()).newPage()
  const theirs = await open(colleague, people.bystander)

  const { name } = await handOver(request)
  for (const window of [page, another])
    await expect.poll(() => unreadOn(window), soon).toBeGreaterThan(before)
  await bell(page).click()
  // Reminders come by the hour, too: what the list does not show yet stays unread.
  await expect(list(page).getByRole('link').filter({ hasText: name })).toBeVisible()
  await list(page).getByRole('button', { name: '全部已读' }).click()
  for (const window of [page, another]) await expect.poll(() => unreadOn(window), soon).toBe(0)
  expect(await unreadOn(colleague)).toBe(theirs)
  await Promise.all([another, colleague].map((window) => window.context().close()))
})

test('the numbers on the task tabs follow colleagues’ changes within two seconds', async ({
  page,
  request,
}) => {
  await openListening(page, '/activity/tasks?f=1')
  const tabs = page.getByRole('radiogroup', { name: '任务状态' })
  await expect(tabs).toContainText(/\d/)
  const before = (await tabs.textContent()) ?? ''
  await handOver(request)
  await expect(tabs).not.toHaveText(before, soon)
  // The rows stay unchanged until the member asks for an update.
  const refresh = page.getByRole('button', { name: '列表有更新，刷新' })
  await refresh.click()
  await expect(refresh).toHaveCount(0)
})

test.describe('in an own window with its own clock', () => {
  test.use({ ownWindow: true })

  test('without a stream the page polls every half minute', async ({ page, request }) => {
    await page.clock.install()
    await page.route('**/live?*', (route) => route.abort())
    const before = await open(page)
    await handOver(request)
    await page.clock.runFor(20_000)
    expect(await unreadOn(page)).toBe(before)
    // The half minute begins when the page has noticed that the stream failed.
    await expect.poll(() => unreadLater(page, 10_000)).toBe(before + 1)
  })

  test('a hidden page pauses, and catches up when it is visible again', async ({ page, request }) => {
    await page.clock.install()
    const before = await openListening(page)
    await page.clock.runFor(1_000)
    const show = (visible: boolean): Promise<void> =>
      page.evaluate((isVisible) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => !isVisible })
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          get: () => (isVisible ? 'visible' : 'hidden'),
        })
        document.dispatchEvent(new Event('visibilitychange'))
      }, visible)
    const ended = page.waitForEvent('requestfailed', (one) => one.url().includes('/live?'))
    await show(false)
    await page.clock.runFor(40_000)
    await ended
    await handOver(request)
    const again = page.waitForResponse('**/live?*')
    await show(true)
    expect((await again).status()).toBe(200)
    await expect.poll(() => unreadLater(page), soon).toBe(before + 1)
  })
})

test('a lost connection reconnects by itself and catches up', async ({ page, request, context }) => {
  const before = await openListening(page)
  await context.setOffline(true)
  await handOver(request)
  const again = page.waitForResponse('**/live?*')
  await context.setOffline(false)
  expect((await again).status()).toBe(200)
  await expect.poll(() => unreadOn(page), soon).toBe(before + 1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })

  test('the list of notices fits the screen', async ({ page, request }) => {
    await handOver(request)
    await open(page)
    await bell(page).tap()
    await expect(list(page).getByRole('link').first()).toBeVisible()
    await expect
      .poll(async () => {
        const { x = -1, width = 0 } = (await list(page).boundingBox()) ?? {}
        return x >= 0 && x + width <= 375
      })
      .toBe(true)
  })
})

test.describe('in eight windows of a browser', () => {
  test.use({ ownWindow: true })

  test('all work and refetch, though the browser has six connections', async ({ page, context }) => {
    test.setTimeout(240_000)
    const session = sessionOf(people.bystander)
    await enter(page, session, '/activity/tasks')
    const windows = [page]
    while (windows.length < 8) {
      const next = await context.newPage()
      await next.goto('/#/activity/tasks')
      windows.push(next)
    }
    for (const each of windows) {
      await expect(each.getByRole('radiogroup', { name: '任务状态' })).toBeVisible()
      await each.goto('/#/customer/list')
      await expect(each.locator('tr.sr-row-link').first()).toBeVisible()
    }
  })
})
