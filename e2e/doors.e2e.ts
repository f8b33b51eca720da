import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectNotice } from './form.ts'
import { atTheDoor } from './people.ts'
import { openUserMenu } from './shell.ts'
import { field, requestCode } from './sign-in.ts'
import { expect, test } from './test.ts'

/** The ways in over WeCom and single sign-on, against stand-ins that speak their protocols (outside.ts). */

/** From the sign-in page to WeCom's, where somebody scans. */
async function scanAs(page: Page, who: string): Promise<void> {
  await page.getByRole('tab', { name: '扫码登录' }).click()
  await page.getByRole('button', { name: '打开扫码页面' }).click()
  await page.getByRole('link', { name: who, exact: true }).click()
}
const atDesk = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name: new RegExp(`，${name}$`) })).toBeVisible()

test('who scans for the first time binds the mobile, scans straight in after that, and can unbind', async ({
  page,
}) => {
  const { mobile, name } = atTheDoor.scanning
  await page.goto('/#/login')
  await scanAs(page, 'newcomer')
  await expect(page.getByRole('heading', { name: '绑定手机号' })).toBeVisible()
  // Neither code nor state stays in the address.
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

test('a deep link leads over single sign-on and opens; signing out ends it at the provider, too', async ({
  page,
}) => {
  const { name } = atTheDoor.single
  await page.goto('/#/customer/list?lv=H&n=20')
  await page.getByRole('button', { name: '集团统一登录' }).click()
  await page.locator('input[name=login]').fill('zhangjunbin')
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: '客户档案' })).toBeVisible()
  await expect(page).toHaveURL(/\/#\/customer\/list\?lv=H&n=20$/)
  await openUserMenu(page, { name }, '退出登录')
  await page.getByRole('button', { name: /Yes, sign me out/ }).click()
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
})

test("the demo's scan page says what it is, and sends back as WeCom does", async ({ page }) => {
  await page.goto('/#/demoScan?state=of-nobody')
  await expect(page.getByRole('heading', { name: '演示：模拟企业微信扫码' })).toBeVisible()
  await expectAccessible(page, 'the scan page of the demo')
  await page.getByRole('link', { name: /周启明/ }).click()
  await expect(page.getByText('扫码登录已失效，请重新扫码，即将返回登录页。')).toBeVisible()
})

test.describe('with a clock of its own', () => {
  test.use({ ownWindow: true })

  test('who is no member of the company, or takes it back, is told and led to the sign-in page', async ({
    page,
  }) => {
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
