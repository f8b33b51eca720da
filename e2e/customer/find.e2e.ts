import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { FindAnswer } from '@showroom/contract/find/find.schema'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, anyMobile, getCustomer, masked } from '../tools/customers.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import type { Session } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The global search: Ctrl+K. */

const box = (page: Page): Locator => page.getByRole('combobox', { name: '查找客户、线索、页面与操作' })
const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name })
const active = (page: Page): Locator => page.locator('[role=option][aria-selected=true]')

/** A number whose last four digits match no number and no name yet. */
async function singleMobile(request: APIRequestContext, session: Session): Promise<string> {
  for (;;) {
    const mobile = anyMobile()
    const query = { key: mobile.slice(-4) }
    const answer = await mustPost<FindAnswer>(request, '/v2/appFindService/find', query, session)
    if (answer.customers.length + answer.leads.length + answer.orders.length === 0) return mobile
  }
}

/** A demo customer with unique last four digits, and a lead of theirs. */
async function cameAsLead(request: APIRequestContext, session: Session) {
  const { data } = await mustPost<{ data: { mobile: string }[] }>(
    request,
    '/v2/appCustomerService/list',
    { fromType: 1, pageCount: 50, orderType: 1 },
    session,
  )
  for (const { mobile } of data) {
    const tail = mobile.slice(-4)
    const answer = await mustPost<FindAnswer>(request, '/v2/appFindService/find', { key: tail }, session)
    const [customer, ...others] = answer.customers
    const isTheirs = answer.leads.every(
      (lead) => lead.name === customer?.name && lead.phone === customer.mobile,
    )
    const isAlone = others.length === 0 && answer.leads.length > 0 && answer.orders.length === 0
    if (customer && isTheirs && isAlone) return { tail, customerId: customer.customerId }
  }
  throw new Error('nobody came as a lead')
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
}

test('without the mouse: customers open by their digits and names, recent ones are listed, Esc returns the focus', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.consultant)
  await enter(page, session, '/customer/list')
  await test.step('Esc returns the focus; an input method keeps its Enter; an unknown text shows a message', async () => {
    const search = page.getByRole('searchbox')
    await search.focus()
    await openPalette(page)
    await page.keyboard.press('Escape')
    await expect(search).toBeFocused()
    await openPalette(page)
    await box(page).fill('查无此人')
    await expect(page.getByText('没有找到「查无此人」。')).toBeVisible()
    await box(page).fill('12')
    await expect(page.getByText('请至少输入3位数字。')).toBeVisible()
    await box(page).fill('客户档案')
    await expect(active(page)).toBeVisible()
    await box(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await expect(box(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeHidden()
  })
  await test.step('Enter before the answer opens the first of several hits', async () => {
    const { name } = await addCustomer(request, session)
    const first = await addCustomer(request, session, { name: `${name}甲` })
    await addCustomer(request, session, { name: `${name}甲乙` })
    await page.goto('/#/dashboard/index')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await openPalette(page)
    await page.keyboard.type(first.name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/customer/detail/${first.customerId}$`))
  })
  await test.step('an empty search lists recent records and the actions of the customer on screen', async () => {
    const one = await addCustomer(request, session)
    const two = await addCustomer(request, session)
    await page.goto(`/#/customer/detail/${one.customerId}`)
    await expect(page.getByRole('heading', { name: new RegExp(`^${one.name}`) })).toBeVisible()
    await openPalette(page)
    await box(page).fill(two.name)
    await expect(active(page)).toContainText(two.name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: new RegExp(`^${two.name}`) })).toBeVisible()
    await openPalette(page)
    const opened = page.getByRole('group', { name: '最近打开' }).getByRole('option')
    await expect(opened.nth(0)).toContainText(two.name)
    await expect(opened.nth(1)).toContainText(one.name)
    // The browser stores ids only.
    const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(storage).toContain(String(two.customerId))
    for (const word of [two.name, one.name, two.mobile, two.mobile.slice(-4)])
      expect(storage).not.toContain(word)
    await page.getByRole('group', { name: two.name }).getByRole('option', { name: /批注/ }).click()
    await expect(page.getByRole('dialog')).toContainText('批注')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('four digits and Enter open the customer, F follows up', async () => {
    const made = await addCustomer(request, session, { mobile: await singleMobile(request, session) })
    await page.goto('/#/dashboard/index')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await openPalette(page)
    // Types without waiting: Enter comes before the answer, and F before the page.
    await page.keyboard.type(made.mobile.slice(-4))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/customer/detail/${made.customerId}$`))
    await page.keyboard.press('f')
    await expect(page.getByRole('dialog').getByRole('textbox', { name: '备注' })).toBeFocused()
    await page.keyboard.type('下周再联系')
    await page.keyboard.press('Control+Enter')
    await expectNotice(page, '跟进已保存')
    const { timelines, pendingActivity } = await getCustomer(request, session, made.customerId)
    expect(timelines[0]?.content).toContain('沟通方式：电话；发生事件：其他；备注：下周再联系')
    expect(pendingActivity).toMatchObject({ type: 1 })
  })
})

test('the palette knows pages, the appearance, keys and actions; the address keeps no search', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.generalManager)
  await test.step('pages of the menus, the appearance and the keys of the page', async () => {
    await enter(page, session, '/customer/list')
    await expect(page.locator('tr.sr-row-link').first()).toBeVisible()
    await openPalette(page)
    const reports = ['任务概览', '客户汇总', '车系统计', '线下客户统计', '线上线索统计', '签到统计']
    const pages = ['晨报', ...reports, '门店设置', '深色', '浅色', '快捷键']
    for (const name of pages) {
      await box(page).fill(name)
      await expect(option(page, new RegExp(`^${name}`)), name).toBeVisible()
    }
    await box(page).fill('深色')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(box(page)).toBeHidden()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: '快捷键' })
    await expect(keys.getByRole('region', { name: '本页' })).toContainText('新建客户N')
    await expectAccessible(page, 'the keys of a page')
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  })
  await test.step('a customer who came as a lead opens as soon, though the lead is found as well', async () => {
    const { tail, customerId } = await cameAsLead(request, session)
    await page.goto('/#/dashboard/index')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await openPalette(page)
    await page.keyboard.type(tail)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/customer/detail/${customerId}$`))
  })
  await test.step('arrow keys walk matches, actions and pages', async () => {
    const made = await addCustomer(request, session)
    await page.goto('/#/dashboard/index')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: '查找' }).click()
    await box(page).fill(made.name)
    await expect(option(page, new RegExp(made.name))).toContainText(masked(made.mobile))
    await expect(active(page)).toContainText(made.name)
    expect(page.url()).not.toContain(encodeURIComponent(made.name))
    await expectAccessible(page, 'the palette')
    // Other words match pages of the menus, and actions.
    await box(page).fill('客户')
    await expect(option(page, /^客户档案/)).toBeVisible()
    await expect(option(page, '新建客户')).toBeVisible()
    await box(page).fill('新建客户')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/customer\/list\?new=1/)
    await expect(page.getByRole('dialog', { name: '新建客户' })).toBeVisible()
  })
})

test.describe('in an own window', () => {
  test.use({ ownWindow: true })

  test('recent records are listed even if the machine is never idle', async ({ page, request }) => {
    const session = sessionOf(people.consultant)
    const { customerId, name } = await addCustomer(request, session)
    await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
    await enter(page, session, `/customer/detail/${customerId}`)
    await expect(page.getByRole('heading', { name: new RegExp(`^${name}`) })).toBeVisible()
    await openPalette(page)
    await expect(page.getByRole('group', { name: '最近打开' }).getByRole('option').first()).toContainText(
      name,
    )
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })

  test('the icon opens it full-screen', async ({ page, request }) => {
    const session = sessionOf(people.consultant)
    const made = await addCustomer(request, session)
    await enter(page, session, '/dashboard/index')
    await page.getByRole('button', { name: '查找' }).tap()
    await box(page).fill(made.mobile.slice(-4))
    await option(page, new RegExp(made.name)).tap()
    await expect(page).toHaveURL(new RegExp(`/customer/detail/${made.customerId}$`))
  })
})
