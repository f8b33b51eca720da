import type { Page } from '@playwright/test'
import { field } from '../tools/edit.ts'
import { people } from '../tools/people.ts'
import { dropDrafts, enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Tabs that were opened before a deployment. */

/** The server answers with another release from now on. */
const deploy = (page: Page, release: string) =>
  page.route(/\/v[12]\//, async (route) => {
    // A reload ends the requests of the page before.
    const response = await route.fetch().catch(() => undefined)
    if (!response) return
    await route
      .fulfill({ response, headers: { ...response.headers(), 'x-release': release } })
      .catch(() => undefined)
  })
const loads = (page: Page): { count: number } => {
  const seen = { count: 0 }
  page.on('load', () => (seen.count += 1))
  return seen
}
const line = (page: Page) => page.getByText('已有新版本，保存后请刷新页面')

test('a tab reloads once for a higher release, and never for a lower one', async ({ page }) => {
  await enter(page, sessionOf(people.consultant), '/activity/tasks')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const seen = loads(page)
  await deploy(page, '0.0.9')
  await page.goto('/#/customer/list')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(line(page)).toHaveCount(0)
  await page.unrouteAll()
  await deploy(page, '99.0.0')
  await page.goto('/#/order/index')
  await expect.poll(() => seen.count).toBe(1)
  // The reload did not help: the line asks, and nothing reloads by itself again.
  await expect(line(page)).toBeVisible()
  await page.goto('/#/customer/list')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.waitForTimeout(2500)
  expect(seen.count).toBe(1)
})

test('a form that is being filled in stays, with a line', async ({ page }) => {
  await dropDrafts(page, sessionOf(people.clerkColleague))
  await enter(page, sessionOf(people.clerkColleague), '/customer/list')
  await page.getByRole('button', { name: '新建客户' }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, '客户姓名').fill('江照晚')
  const seen = loads(page)
  await deploy(page, '99.0.0')
  await field(dialog, '手机号').fill('13912345678')
  await field(dialog, '手机号').press('Tab')
  await expect(line(page)).toBeVisible()
  await page.waitForTimeout(2500)
  expect(seen.count).toBe(0)
  await expect(field(dialog, '客户姓名')).toHaveValue('江照晚')
})

test('a file of the page that is gone reloads it, a service that is away does not', async ({ page }) => {
  await enter(page, sessionOf(people.generalManager), '/dashboard/index')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const seen = loads(page)
  await page.route(/\/readyz|\/assets\/.*Members/, (route) => route.abort())
  await page.evaluate(() => (location.hash = '/manager/members'))
  await expect(page.getByText('网络已断开，恢复后自动继续')).toBeVisible()
  await page.waitForTimeout(2000)
  expect(seen.count).toBe(0)
  await page.unrouteAll()
  let isGone = true
  page.on('request', (request) => (isGone &&= !request.isNavigationRequest()))
  await page.route(/\/assets\/.*Leaves/, (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.evaluate(() => (location.hash = '/manager/leaves'))
  await expect.poll(() => seen.count).toBe(1)
  await expect(page.getByRole('heading', { name: '离职交接' })).toBeVisible()
})
