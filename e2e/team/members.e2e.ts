import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { anyMobile, anyName, series } from '../tools/customers.ts'
import { choose as chooseChip, clickOption, expectNotice, finish, selectAll } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { countPresses } from '../tools/presses.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { field, requestCode, signInOn } from '../tools/sign-in.ts'
import { newcomer } from '../tools/stage.ts'
import { addMember, someone } from '../tools/team.ts'
import { anyAddress, expect, test } from '../tools/test.ts'

/** The team of a store that most journeys do not use. */
const manager = sessionOf.bind(undefined, people.farManager)
const openMembers = (page: Page, query = ''): Promise<void> =>
  enter(page, manager(), `/manager/members${query}`)
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const choose = async (page: Page, dialog: Locator, label: string, option: string): Promise<void> => {
  await dialog.getByLabel(label, { exact: true }).click()
  await clickOption(page.locator('.ant-select-dropdown:visible'), option)
}
const addBy = (page: Page, overrides: object = {}) => addMember(page.request, manager(), overrides)

/** The masked mobile in the list. */
async function mobileOf(page: Page, memberId: number): Promise<string> {
  const { data } = await mustPost<{ data: { memberId: number; mobile: string }[] }>(
    page.request,
    '/v2/appDealerManagerService/memberList',
    {},
    manager(),
  )
  return data.find((one) => one.memberId === memberId)?.mobile ?? ''
}

/** Opens the row's menu, and answers the question that follows. */
async function act(page: Page, row: Locator, item: string, answer: string): Promise<void> {
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click()
}

const firstStep = (page: Page): Locator => page.getByRole('dialog', { name: '添加成员 身份核验' })
/** A second press within two seconds counts as a double click. */
const openAdding = (page: Page): Promise<void> =>
  expect(async () => {
    if (!(await firstStep(page).isVisible()))
      await page.getByRole('button', { name: '添加成员' }).click({ timeout: 1_000 })
    await expect(firstStep(page)).toBeVisible({ timeout: 2_500 })
  }).toPass({ timeout: 20_000 })

/** Verifies a person, and returns the second step. */
async function verify(page: Page, person: ReturnType<typeof someone>): Promise<Locator> {
  await openAdding(page)
  await firstStep(page).getByLabel('姓名').fill(person.name)
  await firstStep(page).getByLabel('手机号').fill(person.mobile)
  await firstStep(page).getByLabel('身份证号码').fill(person.identifyNo)
  await firstStep(page).getByRole('button', { name: '下一步' }).click()
  return page.getByRole('dialog', { name: `添加成员 ${person.name}` })
}
const boxOf = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('treeitem').filter({ hasText: name }).getByRole('checkbox')

/** Another person's window, not signed in. */
async function anotherWindow(browser: Browser): Promise<Page> {
  const { baseURL = '' } = test.info().project.use
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': anyAddress() } })
  const page = await context.newPage()
  await page.goto('/#/login')
  return page
}

/** Sets the first password by 忘记密码, as the invitation text says, which signs in. */
async function resetPassword(page: Page, { mobile }: { mobile: string }, password: string): Promise<void> {
  await page.getByRole('button', { name: '忘记密码' }).click()
  await field(page, '手机号').fill(mobile)
  await field(page, '短信验证码').fill(await requestCode(page))
  await field(page, '新密码').fill(password)
  await field(page, '确认新密码').fill(password)
  await page.getByRole('button', { name: '设置密码并登录' }).click()
  await expectNotice(page, '密码修改成功')
}

/** Open pages get an event; without a stream they poll every half minute. */
const outSoon = { timeout: 35_000 }

test('the whole life of a member: added, password set, at work, frozen, back, gone', async ({
  page,
  browser,
}) => {
  test.slow()
  const person = { ...someone(), mobile: newcomer }
  const password = 'Erste#2026'
  await openMembers(page)
  const second = await verify(page, person)
  await expect(second.getByText('人事系统中没有一致的记录')).toBeVisible()
  await choose(page, second, '岗位', '客户经理')
  await choose(page, second, '上级', `${people.farManager.name}（总经理）`)
  await finish(second, '添加')
  const row = rowOf(page, person.name)
  await expect(row).toContainText('未激活')

  const theirs = await anotherWindow(browser)
  await resetPassword(theirs, person, password)
  await expect(theirs.getByRole('heading', { name: new RegExp(`，${person.name}$`) })).toBeVisible()
  await page.reload()
  await expect(row).toContainText('正常')
  await theirs.goto('/#/customer/list?new=1')
  const file = theirs.getByRole('dialog', { name: '新建客户' })
  const customer = anyName()
  await file.getByRole('textbox', { name: '客户姓名' }).fill(customer)
  await file.getByRole('textbox', { name: '手机号' }).fill(anyMobile())
  await chooseChip(file, '性别', '女士')
  await selectAll(file, '意向车系', [series.name])
  await finish(file, '保存')
  await expect(theirs.getByRole('link', { name: customer, exact: true })).toBeVisible()

  // Ends the session in the middle of a page, and shows why.
  await Promise.all([
    expect(theirs.getByText('您的账号已被冻结，请联系门店管理员')).toBeVisible(outSoon),
    act(page, row, '冻结', '冻结'),
  ])
  await expect(row).toContainText('冻结')
  await act(page, row, '恢复正常', '恢复')
  await expect(row).toContainText('正常')
  await expect(theirs).toHaveURL(/#\/login/)
  await theirs.reload()
  await signInOn(theirs, person, password)
  // Returns to the page where they were.
  await expect(theirs.getByRole('heading', { name: '客户档案' })).toBeVisible()

  const heir = await addBy(page)
  const within = await countPresses(page)
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '离职' }).click()
  const leaving = page.getByRole('dialog', { name: `成员离职 ${person.name}` })
  const owner = leaving.getByRole('combobox', { name: '待分配成员' })
  await expect(owner).toBeFocused()
  // Without subordinates the superior of the leaver is chosen already.
  await expect(leaving.locator('[data-field="newTopUserId"]')).toContainText(people.farManager.name)
  await owner.pressSequentially(heir.name)
  await owner.press('Enter')
  await expect(leaving.locator('[data-field="newMemberId"]')).toContainText(`${heir.name}（客户经理）`)
  await Promise.all([
    expect(theirs.getByText('您已从该门店离职，账号已停用，如有疑问请联系门店管理员')).toBeVisible(outSoon),
    owner.press('Control+Enter'),
  ])
  await within(4)
  await expect(row).toHaveCount(0)
  await theirs.context().close()
  await page.getByRole('switch').click()
  await expect(rowOf(page, person.name)).toContainText('已离职')

  await page.getByRole('link', { name: '离职交接' }).click()
  const record = rowOf(page, person.name)
  await expect(record).toContainText(`${heir.name} 1 位`)
  await expect(record).toContainText(people.farManager.name)
  await record.getByRole('button', { name: '撤回' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click()
  await expect(record).toContainText('已撤回')
  await expectAccessibleInBothLooks(page, 'the record of who left')
})

test('adding a member: missing fields, the role’s modules, and a module that brings another along', async ({
  page,
}) => {
  await openMembers(page)
  await openAdding(page)
  await firstStep(page).getByRole('button', { name: '下一步' }).click()
  for (const text of ['请输入成员姓名', '请输入手机号', '请输入身份证号码'])
    await expect(firstStep(page).getByText(text, { exact: true })).toBeVisible()
  await expect(firstStep(page)).toContainText('Ctrl + Enter 下一步')
  await firstStep(page).getByRole('button', { name: '取消' }).click()
  await expect(firstStep(page)).toBeHidden()
  const dialog = await verify(page, someone())
  await choose(page, dialog, '岗位', '客户经理')
  await expect(boxOf(dialog, '销售订单')).toBeChecked()
  await boxOf(dialog, '客户管理').click()
  await expect(boxOf(dialog, '客户管理')).not.toBeChecked()
  await boxOf(dialog, '客户离职').click()
  await expect(boxOf(dialog, '客户管理')).toBeChecked()
  await boxOf(dialog, '客户离职').click()
  await expect(boxOf(dialog, '客户管理')).toBeChecked()
})

test('a new member’s draft is kept for that mobile, without the identity number', async ({ page }) => {
  const person = someone()
  await openMembers(page)
  const dialog = await verify(page, person)
  await choose(page, dialog, '岗位', '前台')
  await dialog.getByLabel('人事岗位').fill('展厅接待')
  await expect(dialog.locator('.sr-draft')).toHaveText('草稿已保存')
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  const members = await mustPost<{ data: unknown[] }>(
    page.request,
    '/v2/appDraftService/read',
    { form: 'member.add', recordId: Number(person.mobile) },
    manager(),
  )
  expect(members.data).toMatchObject([{ content: { role: 7, siebelPosition: '展厅接待' } }])
  for (const text of [stored, JSON.stringify(members)])
    for (const secret of [person.identifyNo, person.name, person.mobile]) expect(text).not.toContain(secret)

  // Closes without a question; the form for another person is empty.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const other = await verify(page, someone())
  await expect(other.getByLabel('人事岗位')).toHaveValue('')
  await expect(other.locator('.sr-draft')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(other).toBeHidden()
  await page.reload()
  const again = await verify(page, person)
  await expect(again.locator('.sr-draft')).toHaveText(/已恢复 \d\d:\d\d 的草稿/)
  await expect(again.getByLabel('人事岗位')).toHaveValue('展厅接待')
  await expect(boxOf(again, '前台流量')).toBeChecked()
  await finish(again, '添加')
  await expect(rowOf(page, person.name)).toContainText('前台')
})

test('an edit draft is restored, but only offered if the member has changed since', async ({ page }) => {
  const { name, memberId } = await addBy(page)
  await openMembers(page)
  const edit = page.getByRole('button', { name: `编辑 ${name}`, exact: true })
  const dialog = page.getByRole('dialog', { name: `编辑成员 ${name}` })
  await edit.click()
  await boxOf(dialog, '线索分配').click()
  await choose(page, dialog, '上级', `${people.farManager.name}（总经理）`)
  await expect(dialog.locator('.sr-draft')).toHaveText('草稿已保存')
  await page.reload()
  await edit.click()
  await expect(dialog.locator('.sr-draft')).toHaveText(/已恢复 \d\d:\d\d 的草稿/)
  await expect(boxOf(dialog, '线索分配')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const body = { memberId, name, mobile: await mobileOf(page, memberId), role: 4, modules: '客户管理' }
  await mustPost(page.request, '/v2/appDealerManagerService/memberUpdate', body, manager())
  await page.reload()
  await edit.click()
  await expect(dialog.locator('.sr-draft')).toContainText('资料已有更新，未填入')
  await expect(boxOf(dialog, '线索分配')).not.toBeChecked()
  await dialog.getByRole('button', { name: '查看' }).click()
  await expect(boxOf(dialog, '线索分配')).toBeChecked()
  await dialog.getByRole('button', { name: '采用' }).click()
  await finish(dialog, '保存')
  await edit.click()
  await expect(boxOf(dialog, '线索分配')).toBeChecked()
  await expect(dialog.getByText(`${people.farManager.name}（总经理）`)).toBeVisible()
})

test('a new mobile asks who works under it', async ({ page }) => {
  const { name, memberId } = await addBy(page)
  await openMembers(page)
  await page.getByRole('button', { name: `编辑 ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `编辑成员 ${name}` })
  const same = dialog.getByRole('radio', { name: '本人换号' })
  await expect(same).toHaveCount(0)
  const { mobile } = someone()
  await dialog.getByLabel('手机号').fill(mobile)
  await expect(same).toBeVisible()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请选择本人换号或换人', { exact: true })).toBeVisible()
  await same.check()
  await finish(dialog, '保存')
  expect(await mobileOf(page, memberId)).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`)
})

test('two edits of one member are resolved field by field', async ({ page }) => {
  const { name, memberId } = await addBy(page)
  await openMembers(page)
  await rowOf(page, name)
    .getByRole('button', { name: `编辑 ${name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `编辑成员 ${name}` })
  await dialog.getByLabel('姓名').fill(`${name}甲`)
  const url = '/v2/appDealerManagerService/memberUpdate'
  const mobile = await mobileOf(page, memberId)
  const other = { memberId, name: `${name}乙`, mobile, role: 4, modules: '客户管理,销售订单' }
  await mustPost(page.request, url, other, manager())
  await dialog.getByRole('button', { name: '保存' }).click()
  const conflict = page.getByRole('dialog', { name: '资料已被他人修改' })
  await expect(conflict).toContainText(`${name}甲`)
  await expect(conflict).toContainText(`${name}乙`)
  await expectAccessible(page, 'two edited one member')
  await conflict.getByRole('button', { name: '全部用我的' }).click()
  await conflict.getByRole('button', { name: '按选择保存' }).click()
  await expectNotice(page, '编辑成功')
  await expect(rowOf(page, `${name}甲`)).toBeVisible()
})

test('the team is a tree by superiors, filtered by state, role and keyword', async ({ page }) => {
  const lead = await addBy(page)
  const below = await addBy(page, { topUserId: lead.memberId })
  await openMembers(page, '?v=tree')
  await expect(rowOf(page, below.name)).toBeVisible()
  await rowOf(page, lead.name).getByRole('button', { name: '关闭行' }).click()
  await expect(rowOf(page, below.name)).toBeHidden()
  await page.getByLabel('姓名、手机号或人事账号').fill(below.name)
  await page.getByText('列表', { exact: true }).click()
  await expect(rowOf(page, below.name)).toBeVisible()
  await expect(page.getByRole('button', { name: `编辑 ${lead.name}` })).toHaveCount(0)
  await page.getByLabel('姓名、手机号或人事账号').fill('没有这个人')
  await expect(page.getByText('没有符合条件的成员')).toBeVisible()
  await page.getByLabel('姓名、手机号或人事账号').fill('')
  await expectAccessibleInBothLooks(page, 'the list of members')
})

const option = (page: Page, name: string): Locator =>
  page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name })

test('a market manager gets no actions on equal ranks, and no higher role to give', async ({ page }) => {
  await enter(page, sessionOf(people.market), '/manager/members')
  for (const { name } of [people.generalManager, people.boss, people.salesManager]) {
    // The first one of the name: further down they are somebody's superior.
    const actions = rowOf(page, name).first().getByRole('button')
    await expect(actions).toHaveText(['不可编辑'])
  }
  await rowOf(page, people.generalManager.name).first().getByRole('button', { name: '不可编辑' }).focus()
  await expect(page.getByRole('tooltip')).toHaveText('只能管理级别低于自己的成员')
  const consultant = rowOf(page, people.consultant.name).first()
  await consultant.getByRole('button', { name: '更多操作' }).click()
  await expect(page.getByRole('menuitem', { name: '冻结' })).toBeVisible()
  await page.keyboard.press('Escape')
  await consultant.getByRole('button', { name: `编辑 ${people.consultant.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `编辑成员 ${people.consultant.name}` })
  await expect(dialog.getByLabel('手机号')).toBeEnabled()
  await dialog.getByLabel('岗位', { exact: true }).click()
  for (const role of ['总经理', '投资方负责人', '销售经理'])
    await expect(option(page, role).first()).toHaveAttribute('aria-disabled', 'true')
  await expect(option(page, '市场经理')).not.toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'a member, as a market manager edits it')
  // The first press closes the list, the second the dialog.
  await page.keyboard.press('Escape')
  await expect(option(page, '市场经理')).toBeHidden()
  await expect(dialog.locator('.ant-select-open')).toHaveCount(0)
  // The list may still be closing, and takes a first press.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden({ timeout: 1000 })
  }).toPass({ timeout: 10_000 })

  const own = rowOf(page, people.market.name).first()
  await expect(own.getByRole('button', { name: '更多操作' })).toHaveCount(0)
  await own.getByRole('button', { name: `编辑 ${people.market.name}` }).click()
  const mine = page.getByRole('dialog', { name: `编辑成员 ${people.market.name}` })
  for (const text of [
    '不能修改自己的手机号',
    '不能修改自己的岗位',
    '不能修改自己的上级',
    '不能修改自己的权限',
  ])
    await expect(mine.getByText(text, { exact: true })).toBeVisible()
  await expect(mine.getByLabel('手机号')).toBeDisabled()
  await expect(boxOf(mine, '客户管理')).toHaveAttribute('aria-disabled', 'true')
})

test('a consultant with 企业管理 cannot move members they do not see', async ({ page }) => {
  const { clerk, clerkColleague } = people
  await enter(page, sessionOf(clerk), '/manager/members')
  await rowOf(page, clerkColleague.name).first().getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog', { name: `编辑成员 ${clerkColleague.name}` })
  await dialog.getByLabel('上级', { exact: true }).click()
  await expect(option(page, clerk.name)).toHaveAttribute('aria-disabled', 'true')
  await expect(option(page, clerk.name)).toHaveAttribute('title', '不能扩大自己的下级范围')
  await page.keyboard.press('Escape')
  await expect(boxOf(dialog, '战败审核')).toHaveAttribute('aria-disabled', 'true')
  await expect(boxOf(dialog, '客户管理')).not.toHaveAttribute('aria-disabled', 'true')
  await expectAccessibleInBothLooks(page, 'a member, as a consultant edits it')
})

test('a loading team shows no empty text', async ({ page }) => {
  let answer = (): void => undefined
  const request = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/memberList', async (route) => {
    await request
    await route.continue()
  })
  await enter(page, manager(), '/manager/members')
  await expect(page.getByRole('heading', { name: '成员管理' })).toBeVisible()
  await expect(page.getByText('没有符合条件的成员')).toHaveCount(0)
  await expect(page.getByLabel('状态')).not.toContainText('0')
  answer()
  await expect(rowOf(page, people.farManager.name).first()).toBeVisible()
})
