import type { Page } from '@playwright/test'
import { addCustomer, anyName, inDays } from '../tools/customers.ts'
import { choose } from '../tools/form.ts'
import { remark } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** During an outage or delay no input is lost, and pages recover by themselves. */

/** Paths of the server, without the client's files, one of which may be called live-….js. */
const served = /\/(?:v1|v2|live|readyz)(?:[/?]|$)/
const cut = (page: Page) => page.route(served, (route) => route.abort())
const mend = (page: Page) => page.unroute(served)

test('a list that failed to load appears once the service is back', async ({ page }) => {
  await enter(page, sessionOf(people.consultant), '/activity/tasks')
  await expect(page.locator('tr.sr-row-link').first()).toBeVisible()
  await cut(page)
  await page
    .getByRole('radiogroup', { name: '任务状态' })
    .locator('label')
    .filter({ hasText: '全部待跟进' })
    .click()
  await expect(page.getByText('接口错误', { exact: true })).toBeVisible()
  await mend(page)
  await expect(page.locator('tr.sr-row-link').first()).toBeVisible()
  await expect(page.getByText('接口错误', { exact: true })).toBeHidden()
})

test('a page that failed to open appears once the service is back', async ({ page }) => {
  await cut(page)
  await enter(page, sessionOf(people.consultant), '/activity/tasks')
  await expect(page.getByText('接口错误')).toBeVisible()
  await mend(page)
  await expect(page.locator('tr.sr-row-link').first()).toBeVisible({ timeout: 20_000 })
})

test.describe('in an own window with its own clock', () => {
  test.use({ ownWindow: true })

  test('a form is locked while its answer is pending', async ({ page, request }) => {
    await page.clock.install()
    const session = sessionOf(people.consultant)
    const { customerId, name } = await addCustomer(request, session, { name: anyName(), nextDate: inDays(0) })
    await enter(page, session, `/customer/detail/${customerId}`)
    await page.getByRole('button', { name: '跟进', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: new RegExp(name) })
    await choose(dialog, '沟通方式', '电话')
    await choose(dialog, '发生事件', '其他')
    await remark(dialog).fill('第一句')
    let answer = (): void => undefined
    const requested = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/follow', async (route) => {
      await requested
      await route.abort()
    })
    const sent = page.waitForRequest('**/follow')
    await remark(dialog).press('Control+Enter')
    await sent
    await page.keyboard.type('，等待时又补充的话')
    await dialog
      .getByRole('radiogroup', { name: '沟通方式' })
      .getByText('微信', { exact: true })
      .click({ force: true })
    await page.clock.fastForward(10_000)
    await expect(dialog.getByText('服务响应较慢，仍在提交')).toBeVisible()
    await expect(remark(dialog)).toHaveValue('第一句')
    await expect(dialog.getByRole('radio', { name: '电话', exact: true, includeHidden: true })).toBeChecked()
    answer()
    await expect(dialog.getByText('网络或服务暂时不可用，填写的内容仍在，可稍后直接重试。')).toBeVisible()
    await expect(remark(dialog)).toBeFocused()
    await page.keyboard.type('，接着说')
    await expect(remark(dialog)).toHaveValue('第一句，接着说')
  })
})
