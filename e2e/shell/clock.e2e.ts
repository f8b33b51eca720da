import type { Page } from '@playwright/test'
import { addCustomer, inDays } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Computers whose clocks are wrong: the day is the server's. */

const hour = 3_600_000
const today = (): string => new Date(inDays(0) * 1000 + 8 * hour).toISOString().slice(0, 10)

/** Opens a page on a computer whose clock is wrong by this much. */
async function enterWith(page: Page, skewMs: number, address: string): Promise<void> {
  await page.clock.setSystemTime(Date.now() + skewMs)
  await enter(page, sessionOf(people.consultant), address)
}

test.describe('in an own window with its own clock', () => {
  test.use({ ownWindow: true })

  for (const [name, skewMs, text] of [
    ['26 hours behind', -26 * hour, '本机时间慢26小时，页面日期以服务器为准'],
    ['400 days ahead', 400 * 24 * hour, '本机时间快400天，页面日期以服务器为准'],
  ] as const)
    test(`${name}: lists, pickers and new customers have the server’s day, and the clock is named once`, async ({
      page,
      request,
    }) => {
      const made = await addCustomer(request, sessionOf(people.consultant))
      await enterWith(page, skewMs, '/customer/list?cd=0d')
      await page.getByRole('searchbox').fill(made.name)
      await expect(page.getByRole('link', { name: made.name })).toBeVisible()
      const warning = page.getByRole('button', { name: text })
      await expect(warning).toBeVisible()

      await page.getByRole('button', { name: '新建客户' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: '跟进日期' }).click()
      const panel = page.locator('.ant-picker-dropdown:visible')
      await expect(panel).toBeVisible()
      const cell = panel.locator('.ant-picker-cell-today')
      // At the end of a month the day of the plan is in the next one.
      if ((await cell.count()) === 0) await panel.locator('.ant-picker-header-prev-btn').click()
      await expect(cell).toHaveAttribute('title', today())
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')

      await page.goto(`/#/customer/detail/${made.customerId}`)
      await expect(page.getByRole('region', { name: '跟进记录' })).toContainText('刚刚')
      await warning.click()
      await expect(warning).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('region', { name: '跟进记录' })).toContainText('刚刚')
      await expect(warning).toHaveCount(0)
    })

  test('the header keeps within the window with the mark, every area and a long role', async ({ page }) => {
    await page.clock.setSystemTime(Date.now() - 26 * hour)
    await enter(page, sessionOf(people.boss), '/dashboard/index')
    await expect(page.getByRole('banner').getByRole('button', { name: /^本机时间/ })).toBeVisible()
    for (const width of [1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = page
        .locator('.sr-header *')
        .evaluateAll((all) =>
          all
            .filter((one) => one.getBoundingClientRect().right > innerWidth)
            .map((one) => one.getAttribute('class')),
        )
      expect(await beyond, `${width}`).toEqual([])
    }
  })

  test('asleep over midnight: the page that wakes has the new day', async ({ page, request }) => {
    const { customerId } = await addCustomer(request, sessionOf(people.consultant), { nextDate: inDays(1) })
    await page.clock.install()
    await enter(page, sessionOf(people.consultant), `/customer/detail/${customerId}`)
    const next = page.getByRole('region', { name: '下次跟进' })
    await expect(next).toContainText('明天')
    // A sleeping computer runs no timers; the server is a day further, too.
    await page.route(/\/v[12]\//, async (route) => {
      const response = await route.fetch()
      const now = await page.evaluate(() => Date.now())
      await route.fulfill({ response, headers: { ...response.headers(), date: new Date(now).toUTCString() } })
    })
    await page.clock.setSystemTime(Date.now() + 24 * hour)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(next).toContainText('今天到期')
  })
})
