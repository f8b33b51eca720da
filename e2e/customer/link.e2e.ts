import { expectAccessible } from '../tools/accessible.ts'
import { appointmentPage } from '../tools/stage.ts'
import { expect, test } from '../tools/test.ts'

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })

test('on a phone, without signing in: a customer confirms, moves and cancels an appointment', async ({
  page,
}) => {
  await page.goto(appointmentPage)
  await expect(page.getByRole('heading', { name: /(?:先生|女士)，您的预约$/ })).toBeVisible()
  await expectAccessible(page, 'the customer’s appointment')
  await page.getByRole('button', { name: '确认赴约' }).click()
  await expect(page.getByRole('status')).toHaveText('已确认，期待您光临。')
  await expect(page.getByText('已确认', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: '改时间' }).click()
  await page.getByRole('navigation', { name: '日期' }).getByRole('link').nth(1).click()
  await expectAccessible(page, 'the choice of another hour')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  const hour = page.getByRole('button', { name: /^\d+:\d\d$/ }).last()
  const chosen = await hour.innerText()
  await hour.click()
  await expect(page.getByRole('status')).toHaveText('预约时间已修改，门店会收到通知。')
  await expect(page.locator('.when')).toContainText(chosen)
  await page.getByRole('link', { name: '取消预约' }).click()
  await page.getByRole('button', { name: '确定取消' }).click()
  await expect(page.getByText(/^这次预约已取消/)).toBeVisible()
  await page.goto(`${appointmentPage.slice(0, -1)}k`)
  // A wrong link still leads to its store.
  await expect(page.getByText(/^链接不正确或已失效/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /店$|中心$/ })).toBeVisible()
})
