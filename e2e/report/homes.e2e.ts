import type { Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import type { Person } from '../tools/people.ts'
import { openUserMenu, mainMenu } from '../tools/shell.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The pages of every role: the first one, what is hidden or closed, and that no link of a menu ends in a refusal. */

const home = '/dashboard/index'
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const due = (page: Page) => page.getByRole('navigation', { name: '待办' })
/** Opens an address within the client, which costs less than loading it. */
const go = (page: Page, address: string): Promise<unknown> => page.goto(`/#${address}`)
const expectHome = async (page: Page, { name }: Person): Promise<void> => {
  await expect(page).toHaveURL(new RegExp(`#${home}$`))
  await expect(page.getByRole('heading', { name: new RegExp(`，${name}$`) })).toBeVisible()
}

interface Holder {
  readonly person: Person
  /** The entries of the menu. */
  readonly menu?: readonly string[]
  /** Further steps on the pages of the role, in the same window. */
  readonly sees?: (page: Page) => Promise<void>
}

const holders: readonly Holder[] = [
  {
    person: people.generalManager,
    menu: ['概览', '工作任务', '客户档案', '日报', '报表大屏', '团队管理', '前台流量', '销售订单'],
    async sees(page) {
      await go(page, '/customer/list')
      await page.getByRole('button', { name: /更多筛选/ }).click()
      const owner = page.getByRole('combobox', { name: '客户经理' })
      await owner.fill(people.consultant.name)
      await expect(page.locator('.ant-select-item-option-active')).toContainText(people.consultant.name)
      await owner.press('Enter')
      await expect(page.getByRole('list', { name: '已选筛选条件' })).toContainText(
        `客户经理：${people.consultant.name}`,
      )
    },
  },
  { person: people.boss },
  { person: people.salesManager },
  {
    person: people.consultant,
    menu: ['概览', '工作任务', '客户档案', '日报', '销售订单'],
    async sees(page) {
      await go(page, '/customer/list')
      await expect(page.locator('tr.sr-row-link').first()).toBeVisible()
      // For admins only.
      for (const name of ['导入', '导出', '再分配'])
        await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
      // All rows are the member's own, so there is no column and no filter of owners.
      await expect(page.getByRole('columnheader', { name: '客户经理' })).toBeHidden()
      await page.getByRole('button', { name: /更多筛选/ }).click()
      await expect(page.getByRole('combobox', { name: '客户来源' })).toBeVisible()
      await expect(page.getByRole('combobox', { name: '客户经理' })).toBeHidden()
      await go(page, home)
      await page.getByRole('link', { name: '本月目标' }).click()
      await expect(page.getByRole('heading', { name: '业绩目标', level: 1 })).toBeVisible()
      // The own line alone, to read.
      await expect(page.getByRole('row')).toHaveCount(2)
      await expect(page.getByRole('table').getByRole('textbox')).toHaveCount(0)
      await page.getByRole('button', { name: new RegExp(`^${people.consultant.name} 订车`) }).click()
      await expect(page.getByRole('region', { name: '进度' })).toContainText('已完成')
      await page.keyboard.press('Escape')
      await go(page, '/manager/system')
      await expect(page).not.toHaveURL(/manager\/system/)
      for (const address of ['/daily/1', '/daily/store']) {
        await go(page, address)
        await expect(page).toHaveURL(/#\/daily\/index/)
      }
      await go(page, '/no/such/page')
      await expect(page.getByRole('main').getByRole('heading', { name: '页面不存在' })).toBeVisible()
      await expect(page.getByRole('banner')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: '返回概览' }).click()
      await expectHome(page, people.consultant)
    },
  },
  { person: people.agent },
  { person: people.market },
  {
    person: people.frontDesk,
    menu: ['概览', '工作任务', '日报', '前台流量'],
    async sees(page) {
      await go(page, '/customer/list')
      await expectNotice(page, '您没有该页面的权限')
      await expectHome(page, people.frontDesk)
    },
  },
  { person: people.driver, sees: seeTestDrives },
  {
    person: people.groupAdmin,
    async sees(page) {
      await go(page, '/customer/list')
      await expect(page.getByRole('columnheader', { name: '客户经理' })).toBeVisible()
      await expect(page.getByRole('button', { name: '新建客户' })).toBeVisible()
    },
  },
  { person: people.stock, sees: seeStock },
  { person: people.investor, sees: seeEverythingAlone },
  { person: people.groupDcc, sees: seeLeads },
  { person: people.supervisor, menu: ['概览', '工作任务', '战败审核', '订单审核'], sees: seeReviews },
]

/** Waits until the page has its data, and returns its links within the product. */
async function linksOf(page: Page): Promise<string[]> {
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"], .sr-bone, .sr-due-awaited')).toHaveCount(0)
  return page
    .locator('nav a[href^="#/"], main a[href^="#/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

for (const { person, menu, sees } of holders)
  test(`no link of the menu or first page of ${person.name} ends in a refusal`, async ({ page }) => {
    test.slow()
    const refused: string[] = []
    page.on('response', async (response) => {
      const isCall = response.request().method() === 'POST' && response.ok()
      const answer = isCall ? await response.text().catch(() => '') : ''
      if (answer.includes('"code":403')) refused.push(`${page.url()} asked ${response.url()}`)
    })
    await enter(page, sessionOf(person))
    const first = await linksOf(page)
    if (menu) await expect(mainMenu(page).getByRole('link')).toHaveText([...menu])
    const areas = new Set(first.map((href) => href.replace(/\?.*/, '').replace(/\/\d+$/, '')))
    const waiting = [...areas]
    const seen = new Set<string>()
    for (const path of waiting) {
      if (seen.has(path)) continue
      seen.add(path)
      const address = first.find((href) => href.startsWith(path)) ?? path
      await page.goto(`/${address}`)
      const links = await linksOf(page)
      expect(page.url(), `${path} is closed to ${person.name}`).toContain(path.slice(1))
      // The area's own menu on the left.
      waiting.push(...links.filter((href) => /^#\/(activity|manager|report)\/\w+$/.test(href)))
    }
    expect(refused).toEqual([])
    page.removeAllListeners('response')
    if (sees) await test.step('what the role sees', () => sees(page))
  })

/** 库管: orders that wait for a car, without the buyer's numbers. */
async function seeStock(page: Page): Promise<void> {
  await go(page, home)
  await expect(due(page).getByRole('link')).toHaveText([/^待配车/, /^厂家处理中/, /^已配车/])
  // A person's: a company's has none of the hidden fields.
  const ofPersons = panel(page, '待配车').getByRole('listitem').filter({ hasNotText: '公司' })
  await ofPersons.first().getByRole('link').click()
  await expect(page).toHaveURL(/#\/approved\?id=\d+/)
  await expect(panel(page, '客户信息').getByText('客户名称')).toBeVisible()
  for (const name of ['手机号', '证件号码', '详细地址'])
    await expect(page.getByText(name, { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: /查看完整/ })).toHaveCount(0)
  await go(page, '/order/index')
  await page.getByRole('link', { name: '查看待配车订单' }).click()
  await expect(page.getByRole('heading', { name: '待配车订单' })).toBeVisible()
  await expect(page.getByText(/\d{3}\*{4}\d{4}/)).toHaveCount(0)
  await go(page, '/activity/fail-verify')
  await expect(page.getByText('需要「战败审核」权限，请门店管理员在团队管理中开通')).toBeVisible()
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  await expect(page.getByRole('button', { name: '重新加载' })).toHaveCount(0)
}

/** 试驾专员: the store's test drives, with surnames alone. */
async function seeTestDrives(page: Page): Promise<void> {
  await go(page, home)
  await expect(panel(page, '今日试驾')).toHaveCount(1)
  await expect(panel(page, '试驾用车')).toHaveCount(0)
  const later = panel(page, '后续试驾').getByRole('listitem')
  await expect(later.first()).toContainText(/客户 .{1,2}\*\*/)
  await expect(later.first()).toContainText('客户经理')
  await expect(page.getByText('今日到期')).toBeHidden()
}

/** 集团DCC: leads of the group's store, cleaned from the first page. */
async function seeLeads(page: Page): Promise<void> {
  await go(page, home)
  await expect(due(page).getByRole('link')).toHaveText([/^待清洗/, /^超时未清洗/, /^待分配/])
  await due(page)
    .getByRole('link', { name: /^待清洗/ })
    .click()
  await expect(page.getByRole('heading', { name: '线索处理' })).toBeVisible()
  await expect(mainMenu(page).getByRole('link', { name: '线索处理' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: /^处理线索/ })).toBeVisible()
}

/** An investor: the whole store, the reason once, and no action. */
async function seeEverythingAlone(page: Page): Promise<void> {
  await go(page, home)
  const reason = page.getByText('投资人仅可查看')
  await expect(page.getByRole('heading', { name: '团队负荷' })).toBeVisible()
  await expect(reason).toHaveCount(1)
  const actions = page.getByRole('button', { name: /新建|跟进|编辑|分配|导入|批注|查看完整|提交|取消订单/ })
  for (const address of [
    '/activity/tasks?t=1',
    '/activity/clue-clear?t=6',
    '/order/index?cd=',
    '/customer/list?cd=',
  ]) {
    await go(page, address)
    await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeVisible()
    await expect(reason).toHaveCount(1)
    await expect(actions).toHaveCount(0)
    await expect(page.getByRole('row').getByRole('checkbox')).toHaveCount(0)
  }
  // Rows of the page before may still be there.
  await page.locator('tr a[href*="/customer/detail/"]').first().click()
  await expect(page).toHaveURL(/#\/customer\/detail\/\d+/)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(reason).toHaveCount(1)
  await expect(actions).toHaveCount(0)
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Two stores to choose from; door.e2e.ts looks for the entry with one.
  await openUserMenu(page, people.investor, '切换门店')
  await expect(page.getByRole('dialog', { name: '切换门店' })).toBeVisible()
}

/** A group supervisor: no customers and no tasks, but requests and orders that wait for review. */
async function seeReviews(page: Page): Promise<void> {
  for (const address of ['/customer/list', '/activity/tasks', '/daily/index']) {
    await go(page, address)
    await expectHome(page, people.supervisor)
  }
  const tasks = mainMenu(page).getByRole('link', { name: '工作任务' })
  await expect(tasks).toHaveAttribute('aria-disabled', 'true')
  await tasks.hover()
  await expect(page.getByRole('tooltip', { name: '集团岗位不处理门店任务' })).toBeVisible()
  for (const name of ['战败待审核', '订单待审核']) {
    const row = panel(page, name).getByRole('listitem').first()
    await expect(row.getByRole('link')).toBeVisible()
    // The rows are decided where they are.
    await row.getByRole('button', { name: /^同意/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const name of ['今天', '工作区']) await expect(panel(page, name)).toHaveCount(0)
  await expectAccessible(page, '概览')
  await panel(page, '订单待审核').getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/#\/submitted\?id=\d+/)
}

test('without daily reports /daily/ leads to the morning report, and /agent/ to the overview', async ({
  page,
}) => {
  await page.route('**/v1/userRpc/profile', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, canDailyReport: false, readsDaily: false } })
  })
  await enter(page, sessionOf(people.generalManager), '/daily/index')
  await expect(page).toHaveURL(/#\/report\/morning$/)
  await expect(mainMenu(page).getByRole('link', { name: '日报' })).toHaveCount(0)
  await go(page, '/agent/1')
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  await expect(page.getByText('建设中')).toHaveCount(0)
})

test('losing the right to an open page redirects away from it', async ({ page }) => {
  let isTaken = false
  await page.route('**/v1/userRpc/profile', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    await route.fulfill({ response, json: isTaken ? { ...answer, allowFront: false } : answer })
  })
  await enter(page, sessionOf(people.frontDesk), '/front/board')
  await expect(page.getByRole('heading', { name: '到店看板' })).toBeVisible()
  isTaken = true
  // On return to the window after a minute the page checks the session again.
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 61_000
    window.dispatchEvent(new Event('visibilitychange'))
  })
  await expectNotice(page, '您没有该页面的权限')
  await expectHome(page, people.frontDesk)
})
