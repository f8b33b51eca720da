import { addCustomer, anyName } from '../tools/customers.ts'
import { keepsPages, readStorage } from '../tools/device.ts'
import { people } from '../tools/people.ts'
import { countPresses } from '../tools/presses.ts'
import { openUserMenu, userMenu } from '../tools/shell.ts'
import { become, enter, post, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test('an invalid token leads to the sign-in page; signing out ends the session on the server too', async ({
  page,
  request,
}) => {
  const door = page.getByRole('heading', { name: '欢迎回来' })
  await become(page, { token: 'x'.repeat(43), dealerId: 1, memberId: 1 })
  await page.goto('/#/customer/list')
  await expect(door).toBeVisible()
  const session = sessionOf(people.going)
  await enter(page, session)
  await openUserMenu(page, people.going, '退出登录')
  await expect(door).toBeVisible()
  await expect.poll(() => post(request, '/v1/userRpc/profile', {}, session)).toMatchObject({ status: '-100' })
  await page.goto('/#/dashboard/index')
  await expect(page).toHaveURL(/#\/login/)
  await expect(door).toBeVisible()
})

test('the session decides the store, not a stored id; the appearance is chosen in the menu and kept', async ({
  page,
}) => {
  const { consultant } = people
  const session = sessionOf(consultant)
  await become(page, { ...session, dealerId: 999_999 })
  await page.goto('/#/customer/list')
  await expect(page.locator('tr.sr-row-link').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('dealerId'))).toBe(String(session.dealerId))
  await userMenu(page, consultant).click()
  await expect(page.getByRole('menuitem', { name: '个人信息' })).toBeVisible()
  // Only members of several stores can switch.
  await expect(page.getByRole('menuitem', { name: '切换门店' })).toBeHidden()
  await page.getByRole('menuitem', { name: '深色' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(userMenu(page, consultant)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test.describe('with a service worker', () => {
  test.use({ ownWindow: true, serviceWorkers: 'allow' })

  test('a member of several stores switches, and sees nothing of the first', async ({
    page,
    request,
    context,
  }) => {
    const person = people.switching
    const { customerId, name } = await addCustomer(request, sessionOf(people.generalManager), {
      name: anyName(),
    })
    await enter(page, sessionOf(person))
    const banner = page.getByRole('banner')
    await expect(banner.getByText('杭州城西澜岳店')).toBeVisible()
    await keepsPages(page)
    await page.goto(`/#/customer/detail/${customerId}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await page.goto('/#/dashboard/index')
    await expect.poll(async () => (await readStorage(page)).rows).toBeGreaterThan(3)
    const within = await countPresses(page)
    await banner.getByRole('button', { name: '杭州城西澜岳店，切换门店' }).click()
    const stores = page.getByRole('dialog', { name: '切换门店' }).getByRole('list', { name: '门店' })
    await expect(stores.getByRole('button')).toHaveCount(3)
    await expect(stores.getByRole('button', { name: /当前$/ })).toBeDisabled()
    await stores.getByRole('button', { name: '宁波鄞州澜岳店' }).click()
    await expect(banner.getByText('宁波鄞州澜岳店')).toBeVisible()
    await within(2)
    await expect(page).toHaveURL(/#\/dashboard\/index$/)
    await page.goto(`/#/customer/detail/${customerId}`)
    await expect(page.getByText('没有找到该客户')).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('接口错误')).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  })
})

test('no field of SMS codes is shown where an authenticator is used', async ({ page }) => {
  const way = /backendOperatorRpc\/base$/
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(way, async (route) => {
    await released
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, usesAuthenticator: true } })
  })
  await page.goto('/#/login')
  await expect(page.getByLabel('手机号')).toBeVisible()
  await expect(page.getByLabel('短信验证码')).toBeHidden()
  release()
  await expect(page.getByText('验证器应用显示的 6 位数字')).toBeVisible()
  await expect(page.getByLabel('图片验证码')).toHaveCount(0)
})
