import type { Page } from '@playwright/test'
import { people } from './people.ts'
import { enter, sessionOf } from './session.ts'
import { expect, test } from './test.ts'

/** Pages whose refetch fails. */

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
  await page.unroute(called)
  await failed(page).getByRole('button', { name: '重试' }).click()
  await expect(failed(page)).toHaveCount(0)
})
