import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, getCustomer, inDays, masked } from '../tools/customers.ts'
import type { MadeCustomer } from '../tools/customers.ts'
import { choose, expectNotice, select } from '../tools/form.ts'
import { watchFocus } from '../tools/keyboard.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, post, sessionOf } from '../tools/session.ts'
import { mainMenu } from '../tools/shell.ts'
import { expect, test } from '../tools/test.ts'

const address = '/activity/fail-verify'
const consultant = (): ReturnType<typeof sessionOf> => sessionOf(people.consultant)
const reviewer = (): ReturnType<typeof sessionOf> => sessionOf(people.reviewer)

/** A customer of the consultant whose defeat waits for review. */
async function addWaiting(
  request: APIRequestContext,
  wishes: Readonly<Record<string, unknown>> = {},
  remark = '客户说太贵',
): Promise<MadeCustomer> {
  const made = await addCustomer(request, consultant(), wishes)
  const form = { customerId: made.customerId, failReason: 2, failSubReason: 21, remark }
  await mustPost(request, '/v2/appCustomerService/fail', form, consultant())
  return made
}

interface Visited {
  readonly customerId: number
  readonly name: string
  readonly ownerName: string
}

/** Requests without doubts, by their customers' names, from the demo: no call can create weeks of contacts. */
async function addClear(request: APIRequestContext, count: number): Promise<string[]> {
  const manager = sessionOf(people.generalManager)
  const filter = { comeStatus: 4, suspendStatus: 2, levels: 'H,A,B,C', orderType: 1, pageCount: 50 }
  const { data } = await mustPost<{ data: Visited[] }>(
    request,
    '/v2/appCustomerService/list',
    filter,
    manager,
  )
  // No other journey uses these members' customers.
  const owners = new Set([people.listener.name, people.bystander.name])
  const names: string[] = []
  for (const { customerId, name } of data.filter(({ ownerName }) => owners.has(ownerName))) {
    if (names.length === count) break
    const form = { customerId, failReason: 2, failSubReason: 21, remark: '客户说太贵' }
    // Another journey may have requested the same one.
    const { status } = await post(request, '/v2/appCustomerService/fail', form, manager)
    if (status !== '0') continue
    const { data: requests } = await mustPost<{ data: { evidence: { doubts: string[] } }[] }>(
      request,
      '/v2/appVerifyService/failList',
      { type: 1, key: name },
      manager,
    )
    if (requests[0]?.evidence.doubts.length === 0) names.push(name)
  }
  expect(names).toHaveLength(count)
  return names
}

/** The list's row, or the card on a phone. */
const rowOf = (page: Page, { name }: Pick<MadeCustomer, 'name'>): Locator =>
  page.locator('tr, article').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Searches for one request: before the response the list shows the newest ones. */
async function search(page: Page, keyword: string): Promise<void> {
  await page.getByRole('searchbox', { name: '按姓名或手机号搜索' }).fill(keyword)
  await expect(page.locator('[data-row-link]')).toHaveText([keyword])
}

/** Opens the list at a request that was just made. */
async function openWaiting(
  page: Page,
  request: APIRequestContext,
  session = reviewer(),
): Promise<{ made: MadeCustomer; row: Locator }> {
  const made = await addWaiting(request)
  await enter(page, session, address)
  await search(page, made.name)
  return { made, row: rowOf(page, made) }
}

const tab = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('radiogroup', { name: '审核状态' }).locator('label').filter({ hasText: name })

test('a reviewer agrees straight from the row, and stays in the list', async ({ page, request }) => {
  const { made, row } = await openWaiting(page, request)
  await expect(row).toContainText(masked(made.mobile))
  await expect(row).toContainText(people.consultant.name)
  await expect(row).toContainText('价格 / 超出预算')
  const headings = ['跟进时间', '客户', '客户经理', '交叉回访', '最近跟进', '战败原因', '跟进情况', '操作']
  await expect(page.getByRole('columnheader')).toHaveText(['', ...headings])
  // A request with doubts must be read before agreeing, so it cannot be selected.
  await expect(row.getByRole('checkbox')).toBeDisabled()
  await expectAccessible(page, 'the review list')
  await row.getByRole('button', { name: '同意战败' }).click()
  const dialog = page.getByRole('dialog', { name: `同意战败 ${made.name}` })
  await expect(dialog).toContainText('此操作将同意该客户战败申请, 是否继续?')
  await expectAccessible(page, 'agreeing')
  await dialog.getByRole('button', { name: '同意战败' }).click()
  await expectNotice(page, '该客户已战败审核通过')
  await expect(row).toBeHidden()
  await tab(page, '已审核').click()
  await expect(row).toContainText(`${people.reviewer.name}同意战败`)
  await expect(page.getByRole('columnheader', { name: '审核时间', exact: true })).toBeVisible()
  expect((await getCustomer(request, consultant(), made.customerId)).info.level).toBe('F')
})

test('several requests without doubts are agreed to at once', async ({ page, request }) => {
  const names = await addClear(request, 2)
  await enter(page, reviewer(), `${address}?o=2&n=20`)
  for (const name of names) {
    await expect(rowOf(page, { name })).toContainText('未见疑点')
    await rowOf(page, { name }).getByRole('checkbox').check()
  }
  const bar = page.getByRole('region', { name: '已选战败申请' })
  await expect(bar).toContainText('已选 2 条')
  await bar.getByRole('button', { name: '同意战败' }).click()
  const dialog = page.getByRole('dialog', { name: '同意战败 2 位客户' })
  // The newest request is the first row.
  await expect(dialog).toContainText(names.toReversed().join('、'))
  await expectAccessible(page, 'agreeing to several')
  await dialog.getByRole('button', { name: '同意战败' }).click()
  await expect(page.locator('.sr-undo')).toContainText('2 位客户已战败审核通过')
  await expect(bar).toBeHidden()
  for (const name of names) await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
  await tab(page, '已审核').click()
  for (const name of names) {
    await page.getByRole('searchbox').fill(name)
    // Some have earlier defeats, too.
    const agreed = rowOf(page, { name }).filter({ hasText: `${people.reviewer.name}同意战败` })
    await expect(agreed.first()).toBeVisible()
  }
})

test('a reviewer rejects with a cross recall', async ({ page, request }) => {
  const { made, row } = await openWaiting(page, request)
  await row.getByRole('button', { name: '驳回战败' }).click()
  const dialog = page.getByRole('dialog', { name: `驳回战败 ${made.name}` })
  await choose(dialog, '交叉回访', '是')
  await select(dialog, '客户经理', people.otherConsultant.name)
  await dialog.getByRole('textbox', { name: '驳回原因' }).fill('换人再谈一次')
  await dialog.getByRole('button', { name: '驳回战败' }).click()
  await expectNotice(page, '客户已被驳回战败申请!')
  await expect(row).toBeHidden()
  await tab(page, '已审核').click()
  await expect(row).toContainText(`${people.reviewer.name}驳回`)
  await expect(row).toContainText(people.otherConsultant.name)
  await expect(row.getByRole('cell', { name: '是', exact: true })).toBeVisible()
  const file = await getCustomer(request, sessionOf(people.otherConsultant), made.customerId)
  expect(file.info).toMatchObject({ level: 'N', crossRecall: 1 })
})

test('a lazy defeat shows in words, with the contacts under the row', async ({ page, request }) => {
  const { made: lazy, row } = await openWaiting(page, request)
  for (const doubt of ['从未联系', '分配不足3天', '从未到店邀约']) await expect(row).toContainText(doubt)
  const toggle = row.getByRole('button', { name: `${lazy.name} 的跟进情况` })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  const contacts = page.getByRole('region', { name: '最近联系记录' })
  await expect(contacts.getByRole('listitem').first()).toContainText('战败申请')
  await expect(page.getByText('客户说太贵').first()).toBeVisible()
  await expectAccessible(page, 'evidence under the row')
})

test('filters are restored on return from the file, without the keyword in the address', async ({
  page,
  request,
}) => {
  const made = await addWaiting(request)
  await enter(page, reviewer(), address)
  await page
    .getByRole('radiogroup', { name: '来源类型' })
    .locator('label')
    .filter({ hasText: '线下' })
    .click()
  await search(page, made.name)
  await page.getByRole('link', { name: made.name, exact: true }).click()
  await expect(page.getByRole('heading', { name: made.name })).toBeVisible()
  // Opened from the review, the file offers the two decisions only.
  const offered = page.getByRole('group', { name: '客户操作' })
  await expect(offered.getByRole('button')).toHaveText(['驳回战败', '同意战败'])
  await expect(page.getByRole('button', { name: '编辑', exact: true })).toHaveCount(0)
  const asLeft = async (): Promise<void> => {
    await expect(rowOf(page, made)).toBeVisible()
    await expect(page.getByRole('searchbox', { name: '按姓名或手机号搜索' })).toHaveValue(made.name)
    await expect(
      page.getByRole('radiogroup', { name: '来源类型' }).getByRole('radio', { name: '线下' }),
    ).toBeChecked()
    expect(decodeURIComponent(page.url())).not.toContain(made.name)
    expect(page.url()).toContain('ft=2')
  }
  await page.getByRole('link', { name: '返回', exact: true }).click()
  await asLeft()
  // Also works through the menu.
  await page.getByRole('link', { name: made.name, exact: true }).click()
  await expect(page.getByRole('heading', { name: made.name })).toBeVisible()
  await page.evaluate((to) => {
    location.hash = to
  }, address)
  await asLeft()
})

test('two reviewers: the later one sees who decided, and a fresh list', async ({ page, request }) => {
  const { made, row } = await openWaiting(page, request)
  await row.getByRole('button', { name: '同意战败' }).click()
  const dialog = page.getByRole('dialog', { name: `同意战败 ${made.name}` })
  const rejection = {
    customerId: made.customerId,
    crossRecall: 2,
    memberId: consultant().memberId,
    nextDate: inDays(1),
    remark: '再争取',
  }
  await mustPost(request, '/v2/appVerifyService/rejectFail', rejection, sessionOf(people.generalManager))
  await dialog.getByRole('button', { name: '同意战败' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`该战败申请已由${people.generalManager.name}驳回`)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(row).toBeHidden()
  await tab(page, '已审核').click()
  await expect(row).toContainText(`${people.generalManager.name}驳回`)
})

/** A remark of the maximum length. */
const longRemark = '客户表示周末会带家人再来看车，对落地价和置换补贴都有疑问；'.repeat(20).slice(0, 500)

for (const [device, width] of [
  ['a low window', 1280],
  ['a phone', 375],
] as const)
  test(`on ${device} a long remark covers neither the question nor the buttons`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 640 })
    const made = await addWaiting(request, {}, longRemark)
    await enter(page, reviewer(), address)
    await search(page, made.name)
    await rowOf(page, made).getByRole('button', { name: '同意战败' }).click()
    const agreeing = page.getByRole('dialog', { name: `同意战败 ${made.name}` })
    const inSight = async (): Promise<void> => {
      for (const part of [
        agreeing.getByText(`同意战败 ${made.name}`),
        agreeing.getByText('此操作将同意该客户战败申请, 是否继续?'),
        agreeing.getByText('从未到店邀约'),
        agreeing.getByRole('button', { name: '同意战败' }),
      ])
        await expect(part).toBeInViewport({ ratio: 1 })
    }
    await inSight()
    await agreeing.getByRole('button', { name: '展开' }).click()
    await inSight()
    await agreeing.getByRole('button', { name: '取消' }).click()
    await rowOf(page, made).getByRole('button', { name: '驳回战败' }).click()
    const rejecting = page.getByRole('dialog', { name: `驳回战败 ${made.name}` })
    await expect(rejecting.getByRole('radiogroup', { name: '交叉回访' })).toBeInViewport({ ratio: 1 })
  })

test('a consultant is redirected to the overview', async ({ page }) => {
  await enter(page, consultant(), address)
  await expect(page).toHaveURL(/#\/dashboard\/index/)
})

test('a supervisor of the group has the list in the menu, and decides there and on the file', async ({
  page,
  request,
}) => {
  const made = await addWaiting(request)
  await enter(page, sessionOf(people.supervisor))
  await mainMenu(page).getByRole('link', { name: '战败审核' }).click()
  await expect(page.getByRole('navigation', { name: '工作任务' }).getByRole('link')).toHaveText([
    /^战败审核/,
    /^订单审核/,
  ])
  await search(page, made.name)
  await expect(rowOf(page, made).getByRole('button', { name: '同意战败' })).toBeVisible()
  await page.getByRole('link', { name: made.name, exact: true }).click()
  const offered = page.getByRole('group', { name: '客户操作' })
  await expect(offered.getByRole('button')).toHaveText(['驳回战败', '同意战败'])
  await offered.getByRole('button', { name: '同意战败' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '同意战败' }).click()
  await expectNotice(page, '该客户已战败审核通过')
})

test('by keyboard alone: find, view, agree, and go on from the next row', async ({ page, request }) => {
  const family = `耿${Date.now() % 100_000}`
  const [first, second] = [
    await addWaiting(request, { name: `${family}甲` }),
    await addWaiting(request, { name: `${family}乙` }),
  ]
  await enter(page, reviewer(), address)
  await expect(page.locator('.sr-review-evidence').first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(family)
  await expect(page.locator('tr', { has: page.locator('[data-row-link]') })).toHaveCount(2)
  const oldest = page.getByRole('link', { name: first.name, exact: true })
  await oldest.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: second.name, exact: true })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(oldest).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rowOf(page, first).getByRole('button', { name: '同意战败' })).toBeFocused()
  const focused = await watchFocus(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `同意战败 ${first.name}` })
  await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
  expect(await focused()).toBe('取消')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectNotice(page, '该客户已战败审核通过')
  await expect(page.getByRole('link', { name: second.name, exact: true })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } })

  test('cards, evidence and the decision work by touch', async ({ page, request }) => {
    const { made, row: card } = await openWaiting(page, request)
    await expect(card).toContainText('从未联系')
    await card.getByRole('button', { name: `${made.name} 的跟进情况` }).click()
    await expect(card.getByRole('region', { name: '最近联系记录' })).toContainText('战败申请')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await expectAccessible(page, 'the review list on a phone')
    await card.getByRole('button', { name: '同意战败' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '同意战败' }).click()
    await expectNotice(page, '该客户已战败审核通过')
    await expect(card).toBeHidden()
  })

  test('several cards are agreed to at once; one with a doubt cannot be selected', async ({
    page,
    request,
  }) => {
    await addWaiting(request)
    const [name = ''] = await addClear(request, 1)
    await enter(page, reviewer(), `${address}?o=2&n=20`)
    await rowOf(page, { name }).getByRole('checkbox').check()
    const doubtful = page.getByRole('article').filter({ has: page.locator('.sr-review-doubt') })
    await expect(doubtful.first()).toBeVisible()
    await expect(doubtful.getByRole('checkbox')).toHaveCount(0)
    const bar = page.getByRole('region', { name: '已选战败申请' })
    await expect(bar).toContainText('已选 1 条')
    await bar.getByRole('button', { name: '同意战败' }).click()
    await expect(page.getByRole('dialog', { name: '同意战败 1 位客户' })).toContainText(name)
    await expectAccessible(page, 'agreeing to several on a phone')
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await expect(bar).toContainText('已选 1 条')
  })
})
