import { expectAccessible, expectAccessibleInDark } from '../tools/accessible.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test('the user menu signs in, and shows the member’s own month', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, sessionOf(people.frontDesk), '/dashboard/index')
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '签到' }).click()
  await expect(page.getByRole('heading', { name: '签到', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: /^\d{4}-\d{2}$/ })).toBeVisible()
  await page.getByRole('button', { name: '上一月' }).click()
  await expect(page.getByRole('button', { name: '下一月' })).toBeEnabled()
  await expectAccessibleInDark(page, 'signing in')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })

  test('a sign-in outside asks for a remark, and the day’s signs are listed', async ({ page }) => {
    await enter(page, sessionOf(people.bystander), '/sign')
    const panel = page.getByRole('region', { name: '今日签到' })
    await panel.getByText('外出', { exact: true }).click()
    await panel.getByRole('button', { name: '签到' }).click()
    await expect(panel.getByText('外出签到请填写备注')).toBeVisible()
    await panel.getByLabel('备注').fill('陪客户上牌')
    await panel.getByRole('button', { name: '签到' }).click()
    await expectNotice(page, '签到成功，未取得定位')
    await expect(panel.getByRole('list', { name: '今日记录' })).toContainText('外出签到未定位陪客户上牌')
    await expect(panel.getByRole('button', { name: '签退' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await expectAccessible(page, 'signing in on a phone')
  })
})
