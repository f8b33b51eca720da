import type { Locator, Page } from '@playwright/test'
import { demoPassword } from './session.ts'
import type { Person } from './people.ts'
import { expect } from './test.ts'

/** The sign-in page and the sign-in over an open form, used as a person does. */

type Scope = Page | Locator

export const field = (scope: Scope, label: string): Locator => scope.getByLabel(label, { exact: true })

const hintOf = (scope: Scope, label: string): Locator =>
  scope.locator('.sr-entry-field').filter({ hasText: label }).locator('.sr-entry-demo-hint b')

/** The image's text: the demo shows it in words beside the picture. */
export const captchaHint = (scope: Scope): Locator => hintOf(scope, '图片验证码')

/** Types the image's text, requests the SMS code, and reads it from the page. */
export async function requestCode(scope: Scope): Promise<string> {
  await field(scope, '图片验证码').fill(await captchaHint(scope).innerText())
  await scope.getByRole('button', { name: '获取验证码' }).click()
  const code = hintOf(scope, '短信验证码')
  await expect(code).toHaveText(/^\d{6}$/)
  return code.innerText()
}

/** Fills in the account form and submits it. */
export async function signInOn(
  scope: Scope,
  { mobile }: Pick<Person, 'mobile'>,
  password = demoPassword,
): Promise<void> {
  await field(scope, '手机号').fill(mobile)
  await field(scope, '密码').fill(password)
  await field(scope, '短信验证码').fill(await requestCode(scope))
  await scope.getByRole('button', { name: '登录', exact: true }).click()
}
