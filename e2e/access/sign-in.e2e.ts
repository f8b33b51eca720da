import type { Page } from '@playwright/test'
import { atTheDoor } from '../tools/people.ts'
import { demoPassword } from '../tools/session.ts'
import { expectNotice } from '../tools/form.ts'
import { captchaHint, field, requestCode } from '../tools/sign-in.ts'
import { expect, restingPlace, test } from '../tools/test.ts'

const problem = (page: Page) => page.getByRole('alert')

test('a person reads the image and the SMS code, and signs in', async ({ page }) => {
  const { mobile, name } = atTheDoor.careful
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
  // On a first visit no ended session is reported.
  await expect(page.locator('.sr-notice')).toHaveCount(0)
  await expect(page).toHaveTitle('登录 - 展厅 Showroom')
  await field(page, '手机号').fill(mobile)
  await field(page, '密码').fill(demoPassword)
  const code = await requestCode(page)
  await expectNotice(page, '验证码已发送，如未收到验证码，请检查账户是否存在')
  await expect(page.getByRole('button', { name: /^\d+ 秒后重发$/ })).toBeVisible()
  await field(page, '短信验证码').fill(code)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  await expect(page.getByRole('heading', { name: new RegExp(`，${name}$`) })).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies.find((cookie) => cookie.name === 'Dealer-User-Token')).toMatchObject({
    sameSite: 'Strict',
    path: '/',
  })
  await page.reload()
  await expect(page.getByRole('button', { name: new RegExp(name) })).toBeVisible()
})

test('a deep link asks for sign-in; a wrong image, code or password shows an error, and keeps the input; then it opens', async ({
  page,
}) => {
  const { mobile } = atTheDoor.mistaken
  await page.goto('/#/customer/list?lv=H&n=20')
  await expectNotice(page, '登录过期')
  await expect(page).toHaveURL(/#\/login\?redirect=/)
  await field(page, '手机号').fill(mobile)
  await field(page, '密码').fill('Wrong#2026')
  const first = await captchaHint(page).innerText()
  await field(page, '图片验证码').fill('zzzz')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('图片验证码错误或已失效，请重新输入')).toBeVisible()
  // Typing removes the error; the image has changed.
  await field(page, '图片验证码').fill('z')
  await expect(captchaHint(page)).not.toHaveText(first)
  const code = await requestCode(page)
  await field(page, '短信验证码').fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('验证码错误或已失效，请重新获取')).toBeVisible()
  await field(page, '短信验证码').fill(code)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(problem(page)).toHaveText('手机号或密码错误，请检查！')
  await expect(field(page, '手机号')).toHaveValue(mobile)
  // The code is still valid: only the password was wrong.
  await field(page, '密码').fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/#\/customer\/list\?lv=H&n=20$/)
  await expect(page.getByRole('heading', { name: '客户档案' })).toBeVisible()
})

test('one click fills the form in with a demo account', async ({ page }) => {
  const { mobile, name } = atTheDoor.demo
  await page.goto('/#/login')
  const accounts = page.getByRole('region', { name: '演示账号' })
  await expect(accounts).toContainText(demoPassword)
  await accounts.getByRole('button', { name: new RegExp(name) }).click()
  await expect(field(page, '短信验证码')).toHaveValue(/^\d{6}$/)
  await expect(field(page, '手机号')).toHaveValue(mobile)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
})

test('the sign-in page reports empty fields, and its ways keep the typed number', async ({ page }) => {
  await page.goto('/#/login')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('请输入手机号码')).toBeVisible()
  await expect(page.getByText('请输入图片验证码')).toBeVisible()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  for (const text of ['请输入手机号', '请输入密码', '请输入验证码'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  const number = field(page, '手机号')
  await expect(number).toBeFocused()
  await number.fill('13912345678')
  await page.getByRole('tab', { name: '账户登录' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: '扫码登录' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: '扫码登录' })).toContainText(
    '将打开企业微信的扫码页面，确认后自动返回并登录。',
  )
  await page.getByRole('tab', { name: '账户登录' }).click()
  await expect(number).toHaveValue('13912345678')
  await page.getByRole('button', { name: '忘记密码' }).click()
  await expect(number).toHaveValue('13912345678')
  await expect(captchaHint(page)).toHaveText(/^\w{4}$/)
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
  await expect(number).toHaveValue('13912345678')
  // An invitation opens the first password form with both codes filled in, and leaves the address.
  await page.goto(restingPlace)
  await page.goto('/#/login?invite=012345678901')
  await expect(page.getByRole('heading', { name: '设置密码' })).toBeVisible()
  await expect(field(page, '短信验证码')).toHaveValue('012345')
  await expect(page).toHaveURL(/#\/login$/)
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(field(page, '短信验证码')).toHaveValue('678901')
})
