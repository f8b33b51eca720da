import type { Page } from '@playwright/test'
import { openUserMenu, mainMenu, userMenu } from '../tools/shell.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The first page of every role: what it shows, and that no link of it ends in a refusal. */

const holders = [
  people.generalManager,
  people.boss,
  people.salesManager,
  people.consultant,
  people.agent,
  people.market,
  people.frontDesk,
  people.driver,
  people.groupAdmin,
  people.stock,
  people.investor,
  people.groupDcc,
  people.supervisor,
] as const

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Waits until the page has its data, and returns its links within the product. */
async function linksOf(page: Page): Promise<string[]> {
  await expect(page.locator('main h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"], .sr-bone, .sr-due-awaited')).toHaveCount(0)
  return page
    .locator('nav a[href^="#/"], main a[href^="#/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

for (const person of holders)
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
  })

test('库管 sees the orders that wait for a car, and opens one without the buyer’s numbers', async ({
  page,
}) => {
  await enter(page, sessionOf(people.stock))
  const due = page.getByRole('navigation', { name: '待办' })
  await expect(due.getByRole('link')).toHaveText([/^待配车/, /^厂家处理中/, /^已配车/])
  await panel(page, '待配车').getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/#\/approved\?id=\d+/)
  await expect(panel(page, '客户信息').getByText('客户名称')).toBeVisible()
  for (const name of ['手机号', '证件号码', '详细地址'])
    await expect(page.getByText(name, { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: /查看完整/ })).toHaveCount(0)
  await page.goto('/#/order/index')
  await page.getByRole('link', { name: '查看待配车订单' }).click()
  await expect(page.getByRole('heading', { name: '待配车订单' })).toBeVisible()
  await expect(page.getByText(/\d{3}\*{4}\d{4}/)).toHaveCount(0)
})

test('试驾专员 sees the store’s test drives with surnames alone', async ({ page }) => {
  await enter(page, sessionOf(people.driver))
  await expect(panel(page, '今日试驾')).toHaveCount(1)
  await expect(panel(page, '试驾用车')).toHaveCount(0)
  const later = panel(page, '后续试驾').getByRole('listitem')
  await expect(later.first()).toContainText(/客户 .{1,2}\*\*/)
  await expect(later.first()).toContainText('客户经理')
  await expect(page.getByText('今日到期')).toBeHidden()
})

test('集团DCC cleans leads of the group’s store from the first page', async ({ page }) => {
  await enter(page, sessionOf(people.groupDcc))
  const due = page.getByRole('navigation', { name: '待办' })
  await expect(due.getByRole('link')).toHaveText([/^待清洗/, /^超时未清洗/, /^待分配/])
  await due.getByRole('link', { name: /^待清洗/ }).click()
  await expect(page.getByRole('heading', { name: '线索处理' })).toBeVisible()
  await expect(mainMenu(page).getByRole('link', { name: '线索处理' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: /^处理线索/ })).toBeVisible()
})

test('an investor reads the whole store, and finds the reason once and no action', async ({ page }) => {
  await enter(page, sessionOf(people.investor))
  const reason = page.getByText('投资人仅可查看')
  await expect(reason).toHaveCount(1)
  await expect(page.getByRole('heading', { name: '团队负荷' })).toBeVisible()
  const actions = page.getByRole('button', { name: /新建|跟进|编辑|分配|导入|批注|查看完整|提交|取消订单/ })
  for (const address of [
    '/activity/tasks?t=1',
    '/activity/clue-clear?t=6',
    '/customer/list?cd=',
    '/order/index?cd=',
  ]) {
    await page.goto(`/#${address}`)
    await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeVisible()
    await expect(reason).toHaveCount(1)
    await expect(actions).toHaveCount(0)
    await expect(page.getByRole('row').getByRole('checkbox')).toHaveCount(0)
  }
  await page.goto('/#/customer/list?cd=')
  // Rows of the page before may still be there.
  await page.getByRole('row').locator('a[href*="/customer/detail/"]').first().click()
  await expect(page).toHaveURL(/#\/customer\/detail\/\d+/)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(reason).toHaveCount(1)
  await expect(actions).toHaveCount(0)
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a group admin sees every consultant’s customers, and may act', async ({ page }) => {
  await enter(page, sessionOf(people.groupAdmin), '/customer/list')
  await expect(page.getByRole('columnheader', { name: '客户经理' })).toBeVisible()
  await expect(page.getByRole('button', { name: '新建客户' })).toBeVisible()
})

test('a page without the right says what is missing and who gives it', async ({ page }) => {
  await enter(page, sessionOf(people.stock), '/activity/fail-verify')
  await expect(page.getByText('需要「战败审核」权限，请门店管理员在团队管理中开通')).toBeVisible()
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  await expect(page.getByRole('button', { name: '重新加载' })).toHaveCount(0)
})

test('切换门店 is offered only where there is another store', async ({ page }) => {
  await enter(page, sessionOf(people.salesManager))
  await userMenu(page, people.salesManager).click()
  await expect(page.getByRole('menuitem', { name: '个人信息' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '切换门店' })).toHaveCount(0)
  await enter(page, sessionOf(people.investor))
  await openUserMenu(page, people.investor, '切换门店')
  await expect(page.getByRole('dialog', { name: '切换门店' })).toBeVisible()
})

test('/daily/ leads to the daily report, without them to the morning report or the overview, as /agent/ does', async ({
  page,
}) => {
  await enter(page, sessionOf(people.consultant), '/daily/1')
  await expect(page).toHaveURL(/#\/daily\/index/)
  await page.goto('/#/daily/store')
  await expect(page).toHaveURL(/#\/daily\/index/)
  await enter(page, sessionOf(people.supervisor), '/daily/index')
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  // The same store without daily reports.
  await page.route('**/v1/userRpc/profile', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, canDailyReport: false, readsDaily: false } })
  })
  await enter(page, sessionOf(people.generalManager), '/daily/index')
  await expect(page).toHaveURL(/#\/report\/morning$/)
  await expect(mainMenu(page).getByRole('link', { name: '日报' })).toHaveCount(0)
  await page.goto('/#/agent/1')
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  await expect(page.getByText('建设中')).toHaveCount(0)
})
