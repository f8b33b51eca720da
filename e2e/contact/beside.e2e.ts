import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, masked } from '../tools/customers.ts'
import { addUser, openBeside, openClient } from '../tools/beside.ts'
import { besideChat } from '../tools/outside.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The page beside a chat, in a window like that of WeCom's client. */

test('a page beside a chat opens without a second sign-in, binds the customer and takes a follow-up', async ({
  browser,
  request,
  baseURL,
}) => {
  const manager = sessionOf(people.farManager)
  const memberId = await addUser(request, besideChat.noted)
  const [mobile] = besideChat.noted.mobiles
  const { customerId, name } = await addCustomer(request, manager, { mobile })
  await mustPost(request, '/v2/appCustomerService/reassign', { customerId, memberId }, manager)

  const page = await openBeside(browser, baseURL ?? '', besideChat.noted)
  const offered = page.getByRole('region', { name: '号码相同的客户' })
  await expect(offered).toContainText(masked(mobile))
  await expectAccessible(page, 'an unbound contact')
  await offered.getByRole('button', { name: `绑定 ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '绑定', exact: true }).click()
  const file = page.getByRole('article', { name })
  await expect(file.getByRole('region', { name: '最近跟进' })).toContainText('绑定企业微信')
  await expectAccessible(page, 'a bound contact')
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWide).toBe(false)
  await file.getByRole('button', { name: '跟进' }).click()
  await expect(page.getByRole('dialog', { name: `跟进 ${name}` })).toContainText('下次跟进')
  await page.context().close()
})

test('whom WeCom does not identify comes to the sign-in page once, and not in a circle', async ({
  browser,
  baseURL,
}) => {
  const context = await openClient(browser)
  const page = await context.newPage()
  let tries = 0
  page.on('request', (asked) => void (tries += Number(asked.url().includes('/inside?'))))
  await page.goto(`${baseURL ?? ''}/#/contact`)
  const ways = page.getByRole('tab', { name: '账户登录' })
  await expect.poll(() => tries).toBe(1)
  await expect(ways).toBeVisible()
  await page.reload()
  await expect(ways).toBeVisible()
  expect(tries).toBe(1)
  await context.close()
})

test('outside WeCom the page says at once that it belongs there', async ({ page }) => {
  await enter(page, sessionOf(people.consultant), '/contact')
  await expect(page.getByText('当前页面不在企业微信中')).toBeVisible()
})
