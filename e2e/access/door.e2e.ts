import { addCustomer, anyName } from '../tools/customers.ts'
import { expectNotice } from '../tools/form.ts'
import { atTheDoor, people } from '../tools/people.ts'
import { countPresses } from '../tools/presses.ts'
import { openUserMenu, userMenu } from '../tools/shell.ts'
import { become, enter, post, sessionOf, signOut } from '../tools/session.ts'
import { signInOn } from '../tools/sign-in.ts'
import { expect, test } from '../tools/test.ts'

test('a deep link asks for sign-in, then opens', async ({ page }) => {
  await page.goto('/#/customer/list?lv=H&n=20')
  await expectNotice(page, '登录过期')
  await expect(page).toHaveURL(/#\/login\?redirect=/)
  await signInOn(page, atTheDoor.deepLink)
  await expect(page).toHaveURL(/#\/customer\/list\?lv=H&n=20$/)
  await expect(page.getByRole('heading', { name: '客户档案' })).toBeVisible()
})

test('an ended session redirects from a page without input to the sign-in page', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.leaving)
  await enter(page, session, '/customer/list')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await signOut(request, session)
  // The next request finds the session gone; the page itself may send it before the click.
  await Promise.all([
    expectNotice(page, '登录过期'),
    page
      .getByText('未到店', { exact: true })
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined),
  ])
  await expect(page).toHaveURL(/#\/login/)
  expect(await page.evaluate(() => localStorage.getItem('dealerId'))).toBeNull()
  expect(await page.context().cookies()).toEqual([])
})

test('an invalid token leads to the sign-in page', async ({ page }) => {
  await become(page, { token: 'x'.repeat(43), dealerId: 1, memberId: 1 })
  await page.goto('/#/customer/list')
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
})

test('a stored id of another store is ignored: the session decides the store', async ({ page }) => {
  const session = sessionOf(people.consultant)
  await become(page, { ...session, dealerId: 999_999 })
  await page.goto('/#/customer/list')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('dealerId'))).toBe(String(session.dealerId))
})

test('signing out ends the session on the server too', async ({ page, request }) => {
  const session = sessionOf(people.going)
  await enter(page, session)
  await openUserMenu(page, people.going, '退出登录')
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
  await expect.poll(() => post(request, '/v1/userRpc/profile', {}, session)).toMatchObject({ status: '-100' })
  await page.goto('/#/dashboard/index')
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
})

test('personal information is masked', async ({ page }) => {
  const { generalManager } = people
  await enter(page, sessionOf(generalManager))
  await openUserMenu(page, generalManager, '个人信息')
  const dialog = page.getByRole('dialog', { name: '个人信息' })
  for (const text of [
    '姓名',
    '周启明',
    '手机号',
    '138****0001',
    '身份证号码',
    '所属门店',
    '杭州城西澜岳店',
    '岗位',
    '总经理',
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^\d{3}\*{11}[\dX]{4}$/)).toBeVisible()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(userMenu(page, generalManager)).toBeFocused()
})

test('a member of several stores switches, and sees nothing of the first', async ({ page, request }) => {
  const person = people.switching
  const { customerId } = await addCustomer(request, sessionOf(people.generalManager), { name: anyName() })
  await enter(page, sessionOf(person))
  const banner = page.getByRole('banner')
  await expect(banner.getByText('杭州城西澜岳店')).toBeVisible()
  const within = await countPresses(page)
  await banner.getByRole('button', { name: '杭州城西澜岳店，切换门店' }).click()
  const stores = page.getByRole('dialog', { name: '切换门店' }).getByRole('list', { name: '门店' })
  await expect(stores.getByRole('button')).toHaveCount(3)
  await expect(stores.getByRole('button', { name: /当前$/ })).toBeDisabled()
  await within(1)
  // The second press switches.
  await stores.getByRole('button', { name: '宁波鄞州澜岳店' }).click()
  await expect(banner.getByText('宁波鄞州澜岳店')).toBeVisible()
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  await page.goto(`/#/customer/detail/${customerId}`)
  await expect(page.getByText('没有找到该客户')).toBeVisible()
})

test('only members of several stores can switch', async ({ page }) => {
  await enter(page, sessionOf(people.consultant))
  await userMenu(page, people.consultant).click()
  await expect(page.getByRole('menuitem', { name: '个人信息' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '切换门店' })).toBeHidden()
})

test('the appearance is chosen in the menu and kept', async ({ page }) => {
  const { consultant } = people
  await enter(page, sessionOf(consultant))
  await openUserMenu(page, consultant, '深色')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(userMenu(page, consultant)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
