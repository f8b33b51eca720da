import type { Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { anyMobile, anyName, series } from '../tools/customers.ts'
import { choose, expectNotice, selectAll } from '../tools/form.ts'
import { atTheDoor } from '../tools/people.ts'
import { holdCalls, mustPost } from '../tools/session.ts'
import { openUserMenu } from '../tools/shell.ts'
import { field, requestCode } from '../tools/sign-in.ts'
import { expect, test } from '../tools/test.ts'

/** Sign-in by WeCom and single sign-on, against stand-ins that speak their protocols (outside.ts). */

/** Goes from the sign-in page to WeCom's, and scans as `who`. */
async function scanAs(page: Page, who: string): Promise<void> {
  await page.getByRole('tab', { name: '扫码登录' }).click()
  await page.getByRole('button', { name: '打开扫码页面' }).click()
  await page.getByRole('link', { name: who, exact: true }).click()
}
const atDesk = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name: new RegExp(`，${name}$`) })).toBeVisible()

test('the first scan binds the mobile, later scans sign in at once, and unbinding works', async ({
  page,
}) => {
  const { mobile, name } = atTheDoor.scanning
  await page.goto('/#/login')
  await scanAs(page, 'newcomer')
  await expect(page.getByRole('heading', { name: '绑定手机号' })).toBeVisible()
  // The address keeps neither code nor state.
  await expect(page).toHaveURL(/#\/authRedirect$/)
  await expect(field(page, '手机号')).toBeFocused()
  await page.getByRole('button', { name: '绑定并登录' }).click()
  await expect(page.getByText('请输入验证码', { exact: true })).toBeVisible()
  await expectAccessible(page, 'binding')
  await field(page, '手机号').fill(mobile)
  await field(page, '短信验证码').fill(await requestCode(page))
  await page.getByRole('button', { name: '绑定并登录' }).click()
  await atDesk(page, name)
  await openUserMenu(page, atTheDoor.scanning, '退出登录')
  await scanAs(page, 'newcomer')
  await atDesk(page, name)
  await openUserMenu(page, atTheDoor.scanning, '个人信息')
  await page.getByRole('button', { name: '解除绑定' }).click()
  await page
    .getByRole('dialog', { name: '解除企业微信绑定？' })
    .getByRole('button', { name: '解除绑定' })
    .click()
  await expectNotice(page, '已解除企业微信绑定')
  await expect(page.getByText('未绑定，在登录页扫码即可绑定')).toBeVisible()
})

/** Signs in on the provider's own pages. */
async function signInAtProvider(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill('zhangjunbin')
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a deep link leads over single sign-on and opens; over its form the only way in opens a window, and signing out ends it at the provider', async ({
  page,
  request,
}) => {
  await page.route('**/v1/backendOperatorRpc/base', async (route) => {
    const response = await route.fetch()
    const { sso, ...options } = (await response.json()) as { sso: object }
    await route.fulfill({ response, json: { ...options, sso: { ...sso, isOnly: true } } })
  })
  // Without a stream only the save can learn that the session is over.
  await page.route('**/live?*', (route) => route.abort())
  await page.goto('/#/customer/list?new=1')
  await expect(page.getByLabel('密码')).toHaveCount(0)
  await page.getByRole('button', { name: '集团统一登录' }).click()
  await signInAtProvider(page)
  await expect(page).toHaveURL(/\/#\/customer\/list/)
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  const name = anyName()
  await expect(dialog.getByText(/^江苏省 \/ 南京市 \//)).toBeVisible()
  await dialog.getByRole('textbox', { name: '客户姓名' }).fill(name)
  await dialog.getByRole('textbox', { name: '手机号' }).fill(anyMobile())
  await choose(dialog, '性别', '女士')
  await selectAll(dialog, '意向车系', [series.name])
  const cookies = await page.context().cookies()
  const token = cookies.find((cookie) => cookie.name === 'Dealer-User-Token')?.value ?? ''
  const release = await holdCalls(page)
  await mustPost(request, '/v2/appUserService/logout', {}, token)
  await dialog.getByRole('button', { name: '保存' }).click()

  const relogin = page.getByRole('dialog', { name: '登录过期，请重新登录' })
  release()
  await expect(relogin.getByRole('button', { name: '应急账户登录' })).toBeVisible()
  await expect(relogin.getByLabel('密码')).toHaveCount(0)
  await expectAccessible(page, 'signing in again by single sign-on')
  const popup = page.waitForEvent('popup')
  await relogin.getByRole('button', { name: '集团统一登录' }).click()
  const window = await popup
  // The provider still has a session: its window returns, reports to this one, and closes.
  await expect.poll(() => window.isClosed()).toBe(true)
  await expect(relogin).toBeHidden()
  await expectNotice(page, '客户新建成功')
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await openUserMenu(page, atTheDoor.single, '退出登录')
  await page.getByRole('button', { name: /Yes, sign me out/ }).click()
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
})

test.describe('in an own window with its own clock', () => {
  test.use({ ownWindow: true })

  test('landings of outside sign-in services show why they fail and lead back', async ({ page }) => {
    await page.clock.install()
    const door = page.getByRole('heading', { name: '欢迎回来' })
    await page.goto('/#/demoScan?state=of-nobody')
    await expect(page.getByRole('heading', { name: '演示：模拟企业微信扫码' })).toBeVisible()
    await expectAccessible(page, 'the scan page of the demo')
    await page.getByRole('link', { name: /周启明/ }).click()
    await expect(page.getByRole('heading', { name: '扫码登录失败' })).toBeVisible()
    await expect(page.getByText('扫码登录已失效，请重新扫码，即将返回登录页。')).toBeVisible()
    await page.clock.fastForward(3_100)
    await expect(door).toBeVisible()
    await scanAs(page, 'stranger')
    await expect(page.getByText('您不是本企业的企业微信成员，不能扫码登录，即将返回登录页。')).toBeVisible()
    await page.clock.fastForward(3_100)
    await expect(door).toBeVisible()
    await scanAs(page, 'refuse')
    await expect(page.getByText('扫码未完成，即将返回登录页。')).toBeVisible()
    await page.goto('/?code=abc#/casLogin')
    await expect(page.getByText('登录已失效，请重新登录')).toBeVisible()
    await expect(page.getByRole('button', { name: '重新登录' })).toBeVisible()
    await page.getByRole('link', { name: '返回登录页' }).click()
    await expect(door).toBeVisible()
  })
})
