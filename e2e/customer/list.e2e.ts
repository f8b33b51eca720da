import { setTimeout } from 'node:timers/promises'
import { dayText } from '@showroom/contract/kernel/day'
import type { Locator, Page } from '@playwright/test'
import { addCustomer, anyName, inDays, series } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, hold, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const rows = (page: Page): Locator => page.locator('tr.sr-row-link')
const search = (page: Page): Locator => page.getByRole('searchbox', { name: '按姓名或手机号搜索' })
const status = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: '客户状态' }).getByText(name, { exact: true })
const totalText = (page: Page): Locator => page.getByText(/^第 \d+-\d+ 位，共 [\d,]+ 位$/)
const columnTexts = (page: Page, selector: string): Promise<string[]> =>
  rows(page)
    .locator(selector)
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? cell.textContent))

async function openList(page: Page, query = ''): Promise<void> {
  await enter(page, sessionOf(people.generalManager), `/customer/list${query}`)
  await expect(rows(page).first()).toBeVisible()
}

test('the list opens on the last 29 days, newest first; rows are selected over pages, and sorted both ways', async ({
  page,
}) => {
  const release = await hold(page, /\/DayRangePicker-/)
  await openList(page)
  await test.step('the stand-in of a range field has the width of the field', async () => {
    const field = page.locator('.sr-labelled-control', { has: page.locator('.sr-days-waiting') }).first()
    const before = await field.boundingBox()
    const [x, width] = [before?.x, before?.width]
    expect(width).toBe(252)
    release()
    const picker = page.locator('.sr-labelled-control', { has: page.locator('.ant-picker-range') }).first()
    await expect.poll(async () => picker.boundingBox()).toMatchObject({ x, width })
  })
  await test.step('newest first', async () => {
    const range = page.getByRole('search').getByRole('textbox', { name: '建档日期' })
    await expect(range.first()).toHaveValue(dayText(inDays(-29)))
    await expect(range.last()).toHaveValue(dayText(inDays(0)))
    await expect(page).toHaveURL(/#\/customer\/list$/)
    await expect(rows(page)).toHaveCount(10)
    const created = await columnTexts(page, 'time[title]:first-of-type')
    expect(created).toEqual([...created].toSorted().toReversed())
  })
  await test.step('rows are selected over pages', async () => {
    const bar = page.getByRole('region', { name: '已选客户' })
    await rows(page).nth(0).getByRole('checkbox').check()
    await rows(page).nth(2).getByRole('checkbox').check()
    await expect(bar).toContainText('已选 2 位')
    // The rows of the previous page cannot be selected any more.
    await page.route('**/appCustomerService/list', async (route) => {
      await setTimeout(300)
      await route.continue()
    })
    await page.getByTitle('下一页').click()
    await expect(totalText(page)).toHaveText(/^第 11-20 位/)
    await page.getByRole('columnheader').getByRole('checkbox').check()
    await expect(bar).toContainText('已选 12 位')
    await bar.getByRole('button', { name: '清除' }).click()
    await expect(bar).toBeHidden()
    await page.unrouteAll()
  })
  await test.step('created and latest follow-up sort both ways', async () => {
    await page.goto('/#/customer/list?n=20')
    await expect(rows(page)).toHaveCount(20)
    const header = (name: string) => page.getByRole('columnheader', { name })
    const times = (): Promise<string[]> => columnTexts(page, 'time[title]:first-of-type')
    await expect(header('建档日期')).toHaveAttribute('aria-sort', 'descending')
    await header('建档日期').click()
    await expect(page).toHaveURL(/[?&]o=1/)
    await expect(header('建档日期')).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(async () => isSorted(await times())).toBe(true)
    await header('最近跟进').click()
    await expect(page).toHaveURL(/[?&]o=2/)
    await header('最近跟进').click()
    await expect(page).toHaveURL(/[?&]o=3/)
    await expect(header('最近跟进')).toHaveAttribute('aria-sort', 'ascending')
    await header('建档日期').click()
    await expect(page).toHaveURL(/#\/customer\/list\?n=20$/)
    await expect.poll(async () => isSorted((await times()).toReversed())).toBe(true)
  })
})

const isSorted = (texts: readonly string[]): boolean =>
  texts.length > 1 && texts.every((text, at) => at === 0 || text >= (texts[at - 1] ?? ''))

test('filters and keyword: found in all days, as tags, and restored on return from a customer', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.generalManager)
  const made = await addCustomer(request, session)
  await openList(page)
  await test.step('a search finds by part of the name and by the last four digits', async () => {
    const link = page.getByRole('link', { name: made.name, exact: true })
    for (const key of [made.name.slice(1, 5), made.mobile.slice(-4)]) {
      await search(page).fill(key)
      await expect(link).toBeVisible()
      await search(page).fill('')
      await expect(link).toBeVisible()
      await search(page).fill('没有这个人')
      await expect(page.getByText('没有符合条件的客户')).toBeVisible()
    }
    // The key / focuses the search from anywhere.
    await page.getByRole('heading', { name: '客户档案' }).click()
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(page).toHaveURL(/#\/customer\/list$/)
  })
  await test.step('a keyword finds customers older than the default days, reports it, and ignores filters on request', async () => {
    const listed = (query: object) =>
      mustPost<{ data: { name: string }[] }>(
        request,
        '/v2/appCustomerService/list',
        { pageStart: 1, pageCount: 50, ...query },
        session,
      )
    const { data } = await listed({ createdDate: { end: inDays(-60) }, levels: 'A' })
    const named = await Promise.all(
      data.map(({ name }) => listed({ key: name, createdDate: { start: inDays(-30) } })),
    )
    // No customer of that name came lately.
    const old = data.find((_, at) => named[at]?.data.length === 0) ?? { name: '' }
    await search(page).fill(old.name)
    const link = page.getByRole('link', { name: old.name, exact: true }).first()
    await expect(link).toBeVisible()
    await expect(page.getByText('已在全部时间查找')).toBeVisible()
    await expect(page).toHaveURL(/#\/customer\/list$/)
    // Chosen days limit the search, and the page reports what they hide.
    const range = page.getByRole('search').getByRole('textbox', { name: '建档日期' })
    await range.first().click()
    await page.getByText('近一月', { exact: true }).click()
    await expect(page).toHaveURL(/#\/customer\/list\?cd=29d$/)
    await expect(page.getByText('没有符合条件的客户')).toBeVisible()
    await page
      .getByRole('button', { name: /^全部时间有 \d+ 位 · 查看$/ })
      .last()
      .click()
    await expect(link).toBeVisible()
    await expect(search(page)).toHaveValue(old.name)
    // Clearing the filters keeps the keyword.
    await status(page, '已交车').click()
    await search(page).fill('没有这个人')
    await page.getByRole('button', { name: '清除筛选' }).click()
    await expect(search(page)).toHaveValue('没有这个人')
    await expect(page.getByText('已在全部时间查找，可核对姓名或号码后重试。')).toBeVisible()
    await page.getByRole('button', { name: '清除关键字' }).click()
    await expect(search(page)).toHaveValue('')
    await expect(range.first()).toHaveValue(dayText(inDays(-29)))
  })
  await test.step('the other filters are tags that can be removed one by one', async () => {
    await page.getByRole('button', { name: /更多筛选/ }).click()
    const more = page.locator('#customer-more-filters')
    const pick = async (name: string, option: string): Promise<void> => {
      await more.getByRole('combobox', { name, exact: true }).click()
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
        .getByTitle(option, { exact: true })
        .click()
      await page.keyboard.press('Escape')
    }
    await pick('来源类型', '线下')
    await pick('客户来源', '自然到店')
    await pick('意向车系', series.name)
    await pick('到店情况', '已到店')
    // Screen readers get Chinese labels for the clear buttons.
    await expect(more.getByRole('button', { name: '清除' })).toHaveCount(4)
    await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0)
    const tags = page.getByRole('list', { name: '已选筛选条件' })
    for (const text of [
      '来源类型：线下',
      '客户来源：自然到店',
      `意向车系：${series.name}`,
      '到店情况：已到店',
    ])
      await expect(tags).toContainText(text)
    await expect(page).toHaveURL(/cs=4/)
    await tags.getByRole('button', { name: '移除 到店情况：已到店' }).click()
    await expect(page).not.toHaveURL(/cs=4/)
    await tags.getByRole('button', { name: '清除全部' }).click()
    await expect(tags).toBeHidden()
    await expect(page).toHaveURL(/#\/customer\/list$/)
  })
  await test.step('filter, page and keyword are restored on return from a customer', async () => {
    const surname = anyName()
    for (const letter of '甲乙丙丁戊己庚辛壬癸子')
      await addCustomer(request, session, { name: `${surname}${letter}`, level: 'A' })
    await status(page, '未到店').click()
    await page.getByRole('combobox', { name: '意向级别' }).click()
    await page.locator('.ant-select-dropdown').getByTitle('A级').click()
    await page.keyboard.press('Escape')
    await search(page).fill(surname)
    await expect(totalText(page)).toHaveText('第 1-10 位，共 11 位')
    await page.getByTitle('2', { exact: true }).click()
    await expect(rows(page)).toHaveCount(1)
    // The keyword may be a name or a number, so it stays out of the address.
    await expect(page).toHaveURL(/#\/customer\/list\?s=1&lv=A&p=2$/)

    const expectRestored = async (): Promise<void> => {
      await expect(rows(page)).toHaveCount(1)
      await expect(search(page)).toHaveValue(surname)
      await expect(totalText(page)).toHaveText('第 11-11 位，共 11 位')
      await expect(page).toHaveURL(/#\/customer\/list\?s=1&lv=A&p=2$/)
    }
    const openFirst = async (): Promise<void> => {
      await rows(page).first().getByRole('link').click()
      await expect(page.getByRole('heading', { name: new RegExp(`^${surname}`) })).toBeVisible()
    }
    await openFirst()
    await page.goBack()
    await expectRestored()
    await openFirst()
    await page.getByRole('link', { name: '返回', exact: true }).click()
    await expectRestored()
    await openFirst()
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '客户档案' }).click()
    await expectRestored()
    // A reload keeps the state in the address.
    await page.reload()
    await expect(page).toHaveURL(/#\/customer\/list\?s=1&lv=A&p=2$/)
    await expect(status(page, '未到店').locator('xpath=ancestor::label')).toHaveClass(/selected/)
    await page.getByRole('button', { name: '重置' }).click()
    await expect(page).toHaveURL(/#\/customer\/list$/)
    await expect(search(page)).toHaveValue('')
  })
})

test('pages turn and change their size', async ({ page }) => {
  // The page size is stored per member, so this uses a member without other list journeys.
  await enter(page, sessionOf(people.boss), '/customer/list')
  await expect(rows(page).first()).toBeVisible()
  await expect(totalText(page)).toHaveText(/^第 1-10 位，共 \d+ 位$/)
  const first = await rows(page).first().getByRole('link').textContent()
  await page.getByTitle('下一页').click()
  await expect(totalText(page)).toHaveText(/^第 11-20 位/)
  await expect(rows(page).first().getByRole('link')).not.toHaveText(first ?? '')
  await page.getByRole('combobox', { name: '页码' }).click()
  await page.getByTitle('50 条/页').click()
  await expect(rows(page)).toHaveCount(50)
  await expect(page).toHaveURL(/#\/customer\/list\?n=50$/)
  // A link to a page beyond the end opens the last one.
  await page.goto('/#/customer/list?p=9999')
  await expect(page).toHaveURL(/[?&]p=\d{1,3}(&|$)/)
  await expect(rows(page).first()).toBeVisible()
})
