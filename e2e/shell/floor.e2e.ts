import type { Page } from '@playwright/test'
import { newerBuiltIns } from '../../scripts/browsers/newer.ts'
import { addCustomer } from '../tools/customers.ts'
import { atTheDoor } from '../tools/people.ts'
import { signInOn } from '../tools/sign-in.ts'
import { mainMenu } from '../tools/shell.ts'
import { expect, test } from '../tools/test.ts'

/** The oldest browsers of web/browsers.ts, as this browser without what they lack. */

test.use({ ownWindow: true })

/** Deletes built-ins before the page's scripts run, each where the browser has it. */
const remove = (page: Page, paths: readonly string[]) =>
  page.addInitScript((all) => {
    for (const path of all) {
      const parts = path.split('.')
      const last = parts.pop() ?? ''
      let owner: unknown = globalThis
      for (const part of parts) owner = owner && Reflect.get(owner, part)
      if (owner) Reflect.deleteProperty(owner, last)
    }
  }, paths)

test('a browser at the floor signs in, works through a list and a form, and hears of changes', async ({
  page,
}) => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await remove(page, newerBuiltIns)
  await page.goto('/')
  await signInOn(page, atTheDoor.old)
  await expect(mainMenu(page)).toBeVisible()
  const token = (await page.context().cookies()).find(({ name }) => name === 'Dealer-User-Token')?.value ?? ''
  const dealerId = Number(await page.evaluate(() => localStorage.getItem('dealerId')))
  await addCustomer(page.request, { token, dealerId, memberId: 0 })
  await page.goto('/#/customer/list')
  await page
    .getByRole('button', { name: /^跟进 / })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('textbox', { name: '备注' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await page.getByRole('button', { name: '新建客户' }).click()
  await expect(drawer.getByRole('textbox', { name: '客户姓名' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/#/report/task')
  expect(await page.evaluate(() => 'startViewTransition' in document)).toBe(false)
  expect(problems).toEqual([])
})

test('a browser that has everything loads no polyfill, and one below the floor says which serve', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
  expect(scripts.filter((url) => url.includes('polyfills'))).toEqual([])
  await remove(page, ['structuredClone', 'Array.prototype.at'])
  await page.reload()
  await expect(page.getByRole('heading', { name: '请更新浏览器' })).toBeVisible()
  await expect(page.getByText('Safari 16.4 及以上')).toBeVisible()
  await expect(page.getByRole('heading', { name: '欢迎回来' })).toHaveCount(0)
})
