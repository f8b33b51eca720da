import type { Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, anyMobile, anyName, series } from '../tools/customers.ts'
import { choose, expectNotice, selectAll } from '../tools/form.ts'
import { atTheDoor, people } from '../tools/people.ts'
import { enter, holdCalls, mustPost, sessionOf } from '../tools/session.ts'
import { openUserMenu } from '../tools/shell.ts'
import { field, requestCode } from '../tools/sign-in.ts'
import { addMember } from '../tools/team.ts'
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

test('a member bound by a manager scans straight in and gets assignment cards, until unbound', async ({
  page,
  request,
}) => {
  const manager = sessionOf(people.farManager)
  const { name, memberId } = await addMember(request, manager)
  const act = async (item: string): Promise<void> => {
    await enter(page, manager, '/manager/members')
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('绑定企业微信')
  const dialog = page.getByRole('dialog', { name: `为 ${name} 绑定企业微信` })
  await dialog.getByRole('button', { name: '绑定', exact: true }).click()
  await expect(dialog.getByText('请输入企业微信账号')).toBeVisible()
  await dialog.getByLabel('企业微信账号').fill('chosen')
  await dialog.getByRole('button', { name: '绑定', exact: true }).click()
  await expectNotice(page, `已为 ${name} 绑定企业微信`)
  const { customerId } = await addCustomer(request, manager)
  await mustPost(request, '/v2/appCustomerService/reassign', { customerId, memberId }, manager)

  const toTheDoor = async (): Promise<void> => {
    await page.context().clearCookies()
    await page.goto('/#/login')
  }
  await toTheDoor()
  await page.getByRole('tab', { name: '扫码登录' }).click()
  await page.getByRole('button', { name: '打开扫码页面' }).click()
  const scan = page.getByRole('link', { name: 'chosen', exact: true })
  // The address is our own until WeCom's page has loaded.
  await expect(scan).toBeVisible()
  const phone = new URL('/phone?user=chosen', page.url()).href
  await scan.click()
  await atDesk(page, name)
  const card = page.getByRole('link', { name: '消息', exact: true })
  await expect(async () => {
    await page.goto(phone)
    await expect(card).toBeVisible({ timeout: 300 })
  }).toPass()
  await expect(page.locator('body')).not.toContainText(/1\d{10}/)
  await card.click()
  await expect(page).toHaveURL(new RegExp(`#/customer/detail/${customerId}$`))

  await act('解除企业微信绑定')
  await page.getByRole('dialog').getByRole('button', { name: '解除绑定' }).click()
  await expectNotice(page, `已解除 ${name} 的企业微信绑定`)
  await toTheDoor()
  await scanAs(page, 'chosen')
  await expect(page.getByRole('heading', { name: '绑定手机号' })).toBeVisible()
})

/** Signs in on the provider's own pages. */
async function signInAtProvider(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill('zhangjunbin')
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('over an open form, single sign-on opens a window where it is the only way, and the typed input is sent', async ({
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
})

test('a deep link leads over single sign-on and opens; signing out ends it at the provider, too', async ({
  page,
}) => {
  const { name } = atTheDoor.single
  await page.goto('/#/customer/list?lv=H&n=20')
  await page.getByRole('button', { name: '集团统一登录' }).click()
  await signInAtProvider(page)
  await expect(page.getByRole('heading', { name: '客户档案' })).toBeVisible()
  await expect(page).toHaveURL(/\/#\/customer\/list\?lv=H&n=20$/)
  await openUserMenu(page, { name }, '退出登录')
  await page.getByRole('button', { name: /Yes, sign me out/ }).click()
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
})

test("the demo's scan page explains itself, and redirects as WeCom does", async ({ page }) => {
  await page.goto('/#/demoScan?state=of-nobody')
  await expect(page.getByRole('heading', { name: '演示：模拟企业微信扫码' })).toBeVisible()
  await expectAccessible(page, 'the scan page of the demo')
  await page.getByRole('link', { name: /周启明/ }).click()
  await expect(page.getByText('扫码登录已失效，请重新扫码，即将返回登录页。')).toBeVisible()
})

test.describe('in an own window with its own clock', () => {
  test.use({ ownWindow: true })

  test('an outsider, or a refused scan, gets a message and returns to the sign-in page', async ({ page }) => {
    await page.clock.install()
    await page.goto('/#/login')
    await scanAs(page, 'stranger')
    await expect(page.getByText('您不是本企业的企业微信成员，不能扫码登录，即将返回登录页。')).toBeVisible()
    await page.clock.fastForward(3_100)
    await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
    await scanAs(page, 'refuse')
    await expect(page.getByText('扫码未完成，即将返回登录页。')).toBeVisible()
  })
})
