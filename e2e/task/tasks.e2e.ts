import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { dayText } from '@showroom/contract/kernel/day'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, anyName, followCustomer, getCustomer, inDays, masked } from '../tools/customers.ts'
import type { MadeCustomer } from '../tools/customers.ts'
import { choose, expectNotice, problemOf } from '../tools/form.ts'
import { remark } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import type { Session } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'
import { goTo } from '../tools/walk.ts'

const consultant = (): Session => sessionOf(people.consultant)
const rows = (page: Page): Locator => page.locator('tr.sr-row-link')
const rowOf = (page: Page, { name }: MadeCustomer): Locator => rows(page).filter({ hasText: name })
const search = (page: Page): Locator => page.getByRole('searchbox', { name: '按姓名或手机号搜索' })
const tab = (page: Page, group: string, name: string): Locator =>
  page.getByRole('radiogroup', { name: group }).locator('label').filter({ hasText: name })
const menu = (page: Page): Locator => page.getByRole('navigation', { name: '工作任务' })
const drawerOf = (page: Page, { name }: Pick<MadeCustomer, 'name'>): Locator =>
  page.getByRole('dialog', { name: new RegExp(name) })
const numberOn = async (one: Locator): Promise<number> =>
  Number((await one.textContent())?.replaceAll(/\D/g, ''))

/** Makes customers with one rare name, due today in that order. */
async function dueToday(
  request: APIRequestContext,
  session: Session,
  count: number,
  wishes: Readonly<Record<string, unknown>> = {},
): Promise<{ name: string; made: MadeCustomer[] }> {
  const name = anyName()
  const made: MadeCustomer[] = []
  for (const letter of '甲乙丙丁'.slice(0, count))
    made.push(
      await addCustomer(request, session, { name: `${name}${letter}`, nextDate: inDays(0), ...wishes }),
    )
  return { name, made }
}

/** Opens the list; within the page of the member, if the session is theirs. */
async function openTasks(page: Page, session?: Session, query = ''): Promise<void> {
  if (session) await enter(page, session, `/activity/tasks${query}`)
  else await goTo(page, `/activity/tasks${query}`)
  await expect(page.getByRole('heading', { name: '跟进任务' })).toBeAttached()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

async function searchFor(page: Page, name: string, count: number): Promise<void> {
  await search(page).fill(name)
  await expect(page.getByText(`共 ${count} 条`)).toBeVisible()
}

/** Fills the minimum of a follow-up by telephone. */
async function fillTalk(drawer: Locator, text: string): Promise<void> {
  await choose(drawer, '沟通方式', '电话')
  await choose(drawer, '发生事件', '其他')
  await remark(drawer).fill(text)
}

test('a consultant sees due tasks by state and kind, and returns to the list as it was', async ({
  page,
  request,
}) => {
  const session = consultant()
  const name = anyName()
  const today = await addCustomer(request, session, { name: `${name}甲`, nextDate: inDays(0) })
  const late = await addCustomer(request, session, { name: `${name}乙`, nextDate: inDays(-1) })
  const coming = await addCustomer(request, session, {
    name: `${name}丙`,
    nextDate: inDays(3),
    nextActivityType: 2,
  })
  const done = await addCustomer(request, session, { name: `${name}丁`, nextDate: inDays(0) })
  await followCustomer(request, session, done.customerId, { remark: '已经联系过了' })
  await openTasks(page, session)
  await expect(page.getByRole('combobox', { name: '客户经理' })).toHaveCount(0)
  await searchFor(page, name, 1)
  const row = rowOf(page, today)
  await expect(row).toContainText(masked(today.mobile))
  // All of them are due today, so the date column is hidden.
  await expect(page.getByRole('columnheader', { name: '跟进日期' })).toHaveCount(0)
  await expect(row).toContainText('沟通')
  await expect(row).toContainText('尚未跟进')
  for (const [state, count] of [
    ['今日到期', 1],
    ['全部待跟进', 4],
    ['已逾期', 1],
    ['已完成', 1],
  ] as const)
    await expect.poll(() => numberOn(tab(page, '任务状态', state)), state).toBe(count)
  await tab(page, '任务状态', '已逾期').click()
  await expect(rowOf(page, late)).toContainText('逾期1天')
  await tab(page, '任务状态', '全部待跟进').click()
  await expect(rows(page)).toHaveCount(4)
  // The earliest first.
  await expect(rows(page).first()).toContainText(late.name)
  await expect.poll(() => numberOn(tab(page, '任务类型', '到店'))).toBe(1)
  await tab(page, '任务类型', '到店').click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, coming)).toContainText(dayText(inDays(3)).slice(5))
  await tab(page, '任务类型', '全部').click()
  await tab(page, '任务状态', '已完成').click()
  await expect(rowOf(page, done)).toContainText('已经联系过了')
  await expect(rowOf(page, done).getByRole('button', { name: /跟进/ })).toHaveCount(0)
  await tab(page, '任务状态', '今日到期').click()
  await expect(page).toHaveURL(/#\/activity\/tasks$/)
  await test.step('filters and keyword are restored on return from a customer', async () => {
    const { name: rare, made } = await dueToday(request, consultant(), 2, { level: 'A' })
    await tab(page, '任务状态', '全部待跟进').click()
    await page.getByRole('combobox', { name: '意向级别' }).click()
    await page.locator('.ant-select-dropdown').getByTitle('A级').click()
    await page.keyboard.press('Escape')
    await searchFor(page, rare, 2)
    const open = async (): Promise<void> => {
      await rows(page).first().getByRole('link').click()
      await expect(page.getByRole('heading', { name: made[0]?.name ?? '' })).toBeVisible()
    }
    const expectRestored = async (): Promise<void> => {
      await expect(rows(page)).toHaveCount(2)
      await expect(search(page)).toHaveValue(rare)
      // The keyword may be a name or a number, so it stays out of the address.
      await expect(page).toHaveURL(/#\/activity\/tasks\?f=1&lv=A$/)
    }
    await open()
    await page.getByRole('link', { name: '返回', exact: true }).click()
    await expectRestored()
    await open()
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '工作任务' }).click()
    await expectRestored()
  })
  await expect(menu(page).getByRole('link')).toHaveText([/^跟进任务/, /^预约日程/, /^线索处理/])
  await expect(menu(page).getByRole('link', { name: /跟进任务/ })).toHaveAttribute('aria-current', 'page')
  // Group staff do not work a store's tasks.
  await enter(page, sessionOf(people.supervisor), '/activity/tasks')
  await expect(page).toHaveURL(/dashboard/)
})

test('a manager returns to the same place, and completed tasks are limited to seven days', async ({
  page,
  request,
}) => {
  const manager = sessionOf(people.generalManager)
  await openTasks(page, manager, '?f=1&n=50')
  const far = rows(page).nth(40)
  await far.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)
  const name = await far.getByRole('link').textContent()
  // Clicks anywhere on the row.
  await far.locator('time').first().click()
  await expect(page.getByRole('heading', { name: name ?? '' })).toBeVisible()
  await page.goBack()
  await expect(far.getByRole('link')).toHaveText(name ?? '')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)

  await expect(menu(page).getByRole('link')).toHaveText([
    /^跟进任务/,
    /^预约日程/,
    /^线索处理/,
    /^战败审核/,
    /^订单审核/,
    /^待配车订单/,
  ])
  await test.step('completed tasks are limited to seven days, whatever others do meanwhile', async () => {
    await openTasks(page, undefined, '?f=3')
    const range = page.getByRole('textbox', { name: '完成时间' })
    await expect(range.first()).toHaveValue(dayText(inDays(-6)))
    await expect(range.last()).toHaveValue(dayText(inDays(0)))
    const pickFirst = async (days: number): Promise<void> => {
      await range.first().click()
      await expect(page.locator('.ant-picker-dropdown')).toBeVisible()
      await range.first().fill(dayText(inDays(days)))
      await range.first().press('Enter')
      await expect(range.last()).toBeFocused()
    }
    const pickLast = async (days: number): Promise<void> => {
      await range.last().fill(dayText(inDays(days)))
      await range.last().press('Enter')
    }
    const problem = page.getByText('完成时间查询不能大于7天，请重新选择')
    await pickFirst(-9)
    // The page re-renders after a colleague's change while half of the range is chosen.
    const states = page.getByRole('radiogroup', { name: '任务状态' })
    await expect(states).toContainText(/\d/)
    const before = (await states.textContent()) ?? ''
    await addCustomer(request, manager)
    await expect(states).not.toHaveText(before)
    await expect(range.first()).toHaveValue(dayText(inDays(-9)))
    await pickLast(-2)
    await expect(problem).toBeVisible()
    await expect(page).toHaveURL(/\?f=3$/)
    await pickFirst(-8)
    await pickLast(-2)
    await expect(problem).toHaveCount(0)
    const day = (days: number): string => dayText(inDays(days)).replaceAll('-', '')
    await expect(page).toHaveURL(new RegExp(`cd=${day(-8)}-${day(-2)}`))
  })
})

test('a superior sees the team and filters by one member', async ({ page, request }) => {
  const { name } = await dueToday(request, consultant(), 1)
  await openTasks(page, sessionOf(people.salesManager))
  await searchFor(page, name, 1)
  await expect(rows(page).first()).toContainText(people.consultant.name)
  await page.getByRole('combobox', { name: '客户经理' }).click()
  await page.locator('.ant-select-dropdown').getByTitle(people.otherConsultant.name).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('没有符合条件的任务')).toBeVisible()
  // Only the filter hides their rows.
  await page
    .getByRole('button', { name: /^全部时间有 1 条 · 查看$/ })
    .last()
    .click()
  await expect(rows(page).first()).toContainText(people.consultant.name)
  await expect(page.getByRole('searchbox')).toHaveValue(name)
})

test('the queue: tasks are completed one after another, paged, by keyboard, and after a reload', async ({
  page,
  request,
}) => {
  const session = consultant()
  await test.step('without those completed by others', async () => {
    const { name, made } = await dueToday(request, session, 3)
    const [first, second, third] = made as [MadeCustomer, MadeCustomer, MadeCustomer]
    await openTasks(page, session)
    await searchFor(page, name, 3)
    await rowOf(page, first)
      .getByRole('button', { name: `跟进 ${first.name}` })
      .click()
    const drawer = drawerOf(page, first)
    await expect(drawer).toContainText('1/3')
    await expect(drawer).toContainText(masked(first.mobile))
    await expect(drawer.getByRole('group', { name: '最近记录' })).toContainText('建档')
    await drawer.getByRole('button', { name: '保存并下一位' }).click()
    await expect(problemOf(drawer, 'remark')).toHaveText('请输入备注')
    await fillTalk(drawer, '第一位')
    await drawer.getByRole('button', { name: '保存并下一位' }).click()
    const next = drawerOf(page, second)
    // Shows the position among the remaining tasks, as the tab counts them, and what was saved, without covering the
    // name.
    await expect(next).toContainText('已完成 1')
    await expect(next.getByRole('status', { name: '第 1 条，共 2 条' })).toHaveText('1/2')
    await expect(next.getByRole('status').filter({ hasText: '已保存' })).toHaveText(
      `${first.name}：跟进已保存`,
    )
    await expect(page.locator('.sr-notice')).toHaveCount(0)
    // The way of contact is kept; the event starts as 其他.
    const radios = next.getByRole('radiogroup', { name: '沟通方式' })
    await expect(radios.getByRole('radio', { name: '电话' })).toBeChecked()
    await fillTalk(next, '第二位')
    await followCustomer(request, sessionOf(people.salesManager), third.customerId)
    await next.getByRole('button', { name: '保存并下一位' }).click()
    const end = page.getByRole('dialog', { name: '跟进任务' })
    await expect(end).toContainText('今日任务已完成')
    await expect(end).toContainText('本次完成 2 位，跳过 1 位（他人已处理）')
    await expectAccessible(page, 'the end of the queue')
    await end.getByRole('button', { name: '返回列表' }).click()
    await expect(end).toHaveCount(0)
    await expect(page.getByText('没有符合条件的任务')).toBeVisible()
    const file = await getCustomer(request, session, second.customerId)
    expect(file.timelines[0]?.content).toContain('备注：第二位')
    expect(file.pendingActivity?.activityDate).toBe(inDays(6))
  })
  await test.step('it can be paged without saving, and typed input is kept', async () => {
    const { name, made } = await dueToday(request, session, 2)
    const [first, second] = made as [MadeCustomer, MadeCustomer]
    await openTasks(page)
    await searchFor(page, name, 2)
    await rowOf(page, second).getByRole('button', { name: /跟进/ }).click()
    await expect(drawerOf(page, second)).toContainText('2/2')
    await page.getByRole('button', { name: '上一位' }).click()
    const drawer = drawerOf(page, first)
    await expect(drawer).toContainText('1/2')
    await remark(drawer).fill('写到一半')
    for (const leave of ['下一位', '关闭']) {
      await drawer.getByRole('button', { name: leave, exact: true }).click()
      await expect(drawer).toBeHidden()
      await openTasks(page)
      await searchFor(page, name, 2)
      await rowOf(page, first).getByRole('button', { name: /跟进/ }).click()
      await expect(remark(drawer)).toHaveValue('写到一半')
    }
    await drawer.getByRole('button', { name: '关闭', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Saves without continuing: back on the list, the other task remains.
    await rowOf(page, second).getByRole('button', { name: /跟进/ }).click()
    await fillTalk(drawerOf(page, second), '只这一位')
    await drawerOf(page, second).getByRole('button', { name: '保存', exact: true }).click()
    await expectNotice(page, '跟进已保存')
    await expect(rows(page)).toHaveCount(1)
    await expect(rowOf(page, first).getByRole('link')).toBeFocused()
  })
  await test.step('the whole queue works by keyboard', async () => {
    const { name, made } = await dueToday(request, session, 3)
    const [first, second, third] = made as [MadeCustomer, MadeCustomer, MadeCustomer]
    await openTasks(page)
    await searchFor(page, name, 3)
    await search(page).blur()
    const linkOf = (one: MadeCustomer): Locator => rowOf(page, one).getByRole('link')
    await page.keyboard.press('j')
    await expect(linkOf(first)).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await expect(linkOf(third)).toBeFocused()
    await page.keyboard.press('k')
    await expect(linkOf(second)).toBeFocused()
    await page.keyboard.press('f')
    const drawer = drawerOf(page, second)
    await expect(drawer.getByLabel('备注')).toBeFocused()
    await page.keyboard.type('键盘一')
    await page.keyboard.press('Control+Enter')
    await expect(drawerOf(page, third)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(rows(page)).toHaveCount(2)
    // The focus continues from the last row, not from the top.
    await expect(linkOf(third)).toBeFocused()
    await page.keyboard.press('k')
    await expect(linkOf(first)).toBeFocused()
  })
  await test.step('an open follow-up survives a reload of the page', async () => {
    const { made } = await dueToday(request, session, 1)
    const [one] = made as [MadeCustomer]
    await openTasks(page, undefined, '?n=50')
    await rowOf(page, one).getByRole('button', { name: /跟进/ }).click()
    await expect(drawerOf(page, one)).toBeVisible()
    await page.reload()
    await expect(drawerOf(page, one)).toContainText(masked(one.mobile))
    await followCustomer(request, session, one.customerId)
    await page.reload()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).not.toHaveURL(/at=/)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })

  test('a follow-up from the list takes six taps at most', async ({ page, request }) => {
    const session = consultant()
    const { name, made } = await dueToday(request, session, 2)
    const [first, second] = made as [MadeCustomer, MadeCustomer]
    await openTasks(page, session)
    await search(page).fill(name)
    const cards = page.locator('.sr-task-card')
    await expect(cards).toHaveCount(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await expectAccessible(page, 'the task list on a phone')
    // The page counts taps; taps on the on-screen keyboard do not count.
    await page.evaluate(() => {
      document.body.dataset.taps = '0'
      addEventListener(
        'pointerdown',
        () => {
          document.body.dataset.taps = String(Number(document.body.dataset.taps) + 1)
        },
        true,
      )
    })
    const taps = (): Promise<number> => page.evaluate(() => Number(document.body.dataset.taps))
    await cards.first().getByRole('button', { name: /跟进/ }).tap()
    const drawer = drawerOf(page, first)
    const tapOn = (scope: Locator, group: string, option: string) =>
      scope.getByRole('radiogroup', { name: group, exact: true }).getByText(option, { exact: true }).tap()
    await tapOn(drawer, '沟通方式', '电话')
    await tapOn(drawer, '发生事件', '其他')
    await remark(drawer).tap()
    await page.keyboard.type('手机上跟进')
    await drawer.getByRole('button', { name: '保存并下一位' }).tap()
    const next = drawerOf(page, second)
    await expect(next).toContainText('1/1')
    await expect(page.locator('.sr-notice')).toHaveCount(0)
    expect(await taps()).toBe(5)
    // The next one needs one tap less: the way of contact is kept.
    await tapOn(next, '发生事件', '其他')
    await remark(next).tap()
    await page.keyboard.type('再下一位')
    await next.getByRole('button', { name: '保存并完成' }).tap()
    await expect(page.getByRole('dialog')).toContainText('今日任务已完成')
    expect(await taps()).toBe(8)
    const file = await getCustomer(request, session, first.customerId)
    expect(file.info.level).toBe('H')
    expect(file.pendingActivity).toMatchObject({ type: 1, activityDate: inDays(6) })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
})
