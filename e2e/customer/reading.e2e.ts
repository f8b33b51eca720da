import type { Page, Route } from '@playwright/test'
import { bridge } from '../tools/beside.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'
import { addresses } from '../tools/walk.ts'

/** Pages while their data loads, fails to load, or fails to reload. */

const called = /\/v[12]\//
const failed = (page: Page) => page.getByRole('status').filter({ hasText: '重试' })

/** Returns to the window after a while, which refetches stale data. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 400_000
    globalThis.dispatchEvent(new Event('visibilitychange'))
  })
}

test('rows stay when their refetch fails, in a drawer too, with the reason until it succeeds', async ({
  page,
}) => {
  await enter(page, sessionOf(people.generalManager), '/report/task')
  await page
    .getByRole('button', { name: /，查看明细$/ })
    .first()
    .click()
  const rows = page.getByRole('dialog').locator('.sr-rows-row')
  await expect(rows.first()).toBeVisible()
  await page.route(called, (route) => route.abort())
  await comeBack(page)
  await expect(failed(page)).toContainText('刷新失败，显示的是之前的数据：接口错误')
  await expect(rows.first()).toBeVisible()
  // Reads are repeated by themselves, too: the button would go with the line before it is pressed.
  const again = failed(page).getByRole('button')
  const isRepeated = page.waitForRequest(called)
  await again.click()
  await isRepeated
  await expect(again).toHaveText('重试')
  await page.unroute(called)
  await comeBack(page)
  await expect(failed(page)).toHaveCount(0)
})

/** Pages outside the shell, and the print views, which need a record in their address. */
const without = new Set([
  '/login',
  '/casLogin',
  '/authRedirect',
  '/demoScan',
  '/signedIn',
  '/drive/paper',
  '/order/paper',
  '/order/orderDetail',
  '/submitted',
  '/approved',
])
/** The addresses of all pages in the shell, except those with a parameter. */
const inShell = addresses.filter(
  (address) => address.startsWith('/') && !address.includes('$') && !without.has(address),
)

/** The calls that every page makes, found as those that two unrelated pages have in common. */
async function findCallsOfShell(page: Page): Promise<ReadonlySet<string>> {
  const calls = []
  for (const address of ['/manager/files', '/report/sign']) {
    const made = new Set<string>()
    page.on('request', (request) => made.add(new URL(request.url()).pathname))
    await enter(page, sessionOf(people.boss), address)
    await page.reload()
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[class*="skeleton"]')).toHaveCount(0)
    page.removeAllListeners('request')
    calls.push(made)
  }
  const [one = new Set<string>(), other = new Set<string>()] = calls
  return new Set([...one].filter((call) => other.has(call)))
}

/** Says that there is nothing, which no page knows before its data has come. */
const nothing = /^(?:没有|暂无|还没有)/
const systemError = { status: 500, json: { status: '-1', code: 9999, detail: '系统错误' } }

// One journey opens the client once for all pages: opening it takes longer than a page.
test('every page claims nothing while it loads, and shows the error when it fails', async ({ page }) => {
  test.setTimeout(240_000)
  const shellCalls = await findCallsOfShell(page)
  // The page beside a chat asks for data only in WeCom.
  await page.evaluate(bridge, 'a contact')
  expect(inShell.length).toBeGreaterThan(25)
  for (const address of inShell)
    await test.step(address, async () => {
      const held: Route[] = []
      let isDown = false
      await page.route(called, async (route) => {
        if (shellCalls.has(new URL(route.request().url()).pathname)) await route.continue()
        else if (isDown) await route.fulfill(systemError)
        else held.push(route)
      })
      await page.evaluate((to) => (location.hash = to), address)
      await expect.poll(() => held.length, address).toBeGreaterThan(0)
      await expect(page.getByText(nothing), address).toHaveCount(0)
      isDown = true
      for (const route of held) await route.fulfill(systemError)
      await expect(page.getByText(/接口错误|系统错误/).first(), address).toBeVisible()
      await expect(page.getByText(nothing), address).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
})
