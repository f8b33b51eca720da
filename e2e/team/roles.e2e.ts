import { addCustomer } from '../tools/customers.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import type { Person } from '../tools/people.ts'
import { mainMenu } from '../tools/shell.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const menus: readonly { person: Person; items: readonly string[] }[] = [
  {
    person: people.generalManager,
    items: ['概览', '工作任务', '客户档案', '日报', '报表大屏', '团队管理', '前台流量', '销售订单'],
  },
  { person: people.consultant, items: ['概览', '工作任务', '客户档案', '日报', '销售订单'] },
  { person: people.frontDesk, items: ['概览', '工作任务', '日报', '前台流量'] },
  { person: people.supervisor, items: ['概览', '工作任务', '战败审核', '订单审核'] },
]

for (const { person, items } of menus)
  test(`the menu of ${person.name} has ${items.join(' ')}`, async ({ page }) => {
    await enter(page, sessionOf(person))
    await expect(mainMenu(page).getByRole('link')).toHaveText([...items])
  })

test('a consultant finds only the own customers, and has no filter by member', async ({ page, request }) => {
  const [mine, other] = [people.consultant, people.otherConsultant].map(sessionOf)
  if (!mine || !other) throw new Error('nobody is signed in')
  const own = await addCustomer(request, mine)
  const foreign = await addCustomer(request, other)

  await enter(page, mine, '/customer/list')
  const search = page.getByRole('searchbox', { name: '按姓名或手机号搜索' })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await search.fill(own.name)
  await expect(link(own.name)).toBeVisible()
  // All rows are the member's own, so the owner column is hidden.
  await expect(page.getByRole('columnheader', { name: '客户经理' })).toBeHidden()
  await search.fill(foreign.name)
  await expect(page.getByText('没有符合条件的客户')).toBeVisible()
  await page.getByRole('button', { name: /更多筛选/ }).click()
  await expect(page.getByRole('combobox', { name: '客户来源' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: '客户经理' })).toBeHidden()
  await page.goto(`/#/customer/detail/${foreign.customerId}`)
  await expect(page.getByText('没有找到该客户')).toBeVisible()
})

test('a manager filters by member and sees the own store only', async ({ page, request }) => {
  const made = await addCustomer(request, sessionOf(people.otherConsultant))
  await enter(page, sessionOf(people.generalManager), '/customer/list')
  await page.getByRole('searchbox').fill(made.name)
  await expect(page.getByRole('link', { name: made.name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: /更多筛选/ }).click()
  const owner = page.getByRole('combobox', { name: '客户经理' })
  await owner.fill(people.consultant.name)
  await expect(page.locator('.ant-select-item-option-active')).toContainText(people.consultant.name)
  await owner.press('Enter')
  await expect(page.getByText('没有符合条件的客户')).toBeVisible()
  await expect(page.getByRole('list', { name: '已选筛选条件' })).toContainText(
    `客户经理：${people.consultant.name}`,
  )
})

test('the front desk has no customer files', async ({ page }) => {
  const session = sessionOf(people.frontDesk)
  await enter(page, session, '/customer/list')
  await expectNotice(page, '您没有该页面的权限')
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  await expect(page.getByRole('heading', { name: /，吴婷$/ })).toBeVisible()
  await page.goto('/#/front/index')
  await expect(page.getByRole('heading', { name: '前台流量' })).toBeVisible()
})

test.describe('in an own window whose time passes', () => {
  test.use({ ownWindow: true })

  test('losing the right to an open page redirects away from it', async ({ page }) => {
    let isTaken = false
    await page.route('**/v1/userRpc/profile', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as object
      await route.fulfill({ response, json: isTaken ? { ...answer, allowFront: false } : answer })
    })
    await page.clock.install()
    await enter(page, sessionOf(people.frontDesk), '/front/board')
    await expect(page.getByRole('heading', { name: '到店看板' })).toBeVisible()
    isTaken = true
    // On return to the window after a minute the page checks the session again.
    await page.clock.fastForward(61_000)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expectNotice(page, '您没有该页面的权限')
    await expect(page).toHaveURL(/#\/dashboard\/index$/)
  })
})

test('a group supervisor is redirected from customers, and sees why tasks are closed', async ({ page }) => {
  await enter(page, sessionOf(people.supervisor), '/customer/list')
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  await expect(page.getByRole('heading', { name: /，顾长青$/ })).toBeVisible()
  const tasks = mainMenu(page).getByRole('link', { name: '工作任务' })
  await expect(tasks).toHaveAttribute('aria-disabled', 'true')
  await tasks.hover()
  await expect(page.getByRole('tooltip', { name: '集团岗位不处理门店任务' })).toBeVisible()
  await page.goto('/#/activity/tasks')
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
})

test('an unknown address shows a message', async ({ page }) => {
  await enter(page, sessionOf(people.consultant), '/no/such/page')
  await expect(page.getByRole('main').getByRole('heading', { name: '页面不存在' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '返回概览' }).click()
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
})
