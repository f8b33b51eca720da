import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { addCustomer, masked } from '../tools/customers.ts'
import { clickOption, expectNotice, finish } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { countPresses } from '../tools/presses.ts'
import { enter, hold, mustPost, sessionOf } from '../tools/session.ts'
import { addMember, firstSession, someone } from '../tools/team.ts'
import { expect, test } from '../tools/test.ts'

/** The team of a store that most journeys do not use. */
const manager = sessionOf.bind(undefined, people.farManager)
const openMembers = (page: Page, query = ''): Promise<void> =>
  enter(page, manager(), `/manager/members${query}`)
const rowOf = (page: Page, name: string): Locator => page.locator('tbody tr').filter({ hasText: name })
const choose = async (page: Page, dialog: Locator, label: string, option: string): Promise<void> => {
  await dialog.getByLabel(label, { exact: true }).click()
  await clickOption(page.locator('.ant-select-dropdown:visible'), option)
}
const addBy = (request: APIRequestContext, overrides: object = {}) => addMember(request, manager(), overrides)
const update = (request: APIRequestContext, changes: object) => {
  const usual = { role: 4, modules: '客户管理,销售订单' }
  return mustPost(request, '/v2/appDealerManagerService/memberUpdate', { ...usual, ...changes }, manager())
}

interface Listed {
  readonly memberId: number
  readonly userName: string
  readonly mobile: string
  readonly manager: number
}

async function listed(request: APIRequestContext): Promise<Listed[]> {
  const url = '/v2/appDealerManagerService/memberList'
  return (await mustPost<{ data: Listed[] }>(request, url, {}, manager())).data
}

/** The masked mobile in the list. */
const mobileOf = async (request: APIRequestContext, memberId: number): Promise<string> =>
  (await listed(request)).find((one) => one.memberId === memberId)?.mobile ?? ''

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

test('a member is frozen at work, comes back, leaves with four presses, and the leave is withdrawn', async ({
  page,
  request,
}) => {
  const { mobile } = someone()
  const { name, memberId } = await addBy(request, { mobile, topUserId: manager().memberId })
  const session = await firstSession(request, mobile)
  const customer = await addCustomer(request, session)
  // With a stream the page learns of an ended session at once; without one it polls every half minute.
  const stream = page.waitForResponse('**/live?*')
  await enter(page, session, '/customer/list')
  await stream
  await expect(page.getByRole('link', { name: customer.name, exact: true })).toBeVisible()
  await update(request, { memberId, name, mobile: masked(mobile), topUserId: manager().memberId, status: -1 })
  await expectNotice(page, '您的账号已被冻结，请联系门店管理员')
  await expect(page).toHaveURL(/#\/login/)
  expect(await page.evaluate(() => localStorage.getItem('dealerId'))).toBeNull()
  expect(await page.context().cookies()).toEqual([])

  const heir = await addBy(request)
  await openMembers(page)
  const row = rowOf(page, name)
  await expect(row).toContainText('冻结')
  await act(page, row, '恢复正常', '恢复')
  await expect(row).toContainText('正常')
  const within = await countPresses(page)
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '离职' }).click()
  const leaving = page.getByRole('dialog', { name: `成员离职 ${name}` })
  const owner = leaving.getByRole('combobox', { name: '待分配成员' })
  await expect(owner).toBeFocused()
  // Without subordinates the superior of the leaver is chosen already.
  await expect(leaving.locator('[data-field="newTopUserId"]')).toContainText(people.farManager.name)
  await owner.pressSequentially(heir.name)
  await owner.press('Enter')
  await expect(leaving.locator('[data-field="newMemberId"]')).toContainText(`${heir.name}（客户经理）`)
  await owner.press('Control+Enter')
  await expect(row).toHaveCount(0)
  await within(4)
  await page.getByRole('switch').click()
  await expect(row).toContainText('已离职')

  await page.getByRole('link', { name: '离职交接' }).click()
  const record = rowOf(page, `${heir.name} 1 位`)
  await expect(record).toContainText(name)
  await expect(record).toContainText(people.farManager.name)
  await record.getByRole('button', { name: '撤回' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click()
  await expect(record).toContainText('已撤回')
  await expectAccessibleInBothLooks(page, 'the record of who left')
})

test('a member is added in two steps, with the modules of the role and a draft for that mobile', async ({
  page,
  request,
}) => {
  const person = someone()
  await test.step('a loading team shows no empty text', async () => {
    const answer = await hold(page, /\/memberList$/)
    await openMembers(page)
    await expect(page.getByRole('heading', { name: '成员管理' })).toBeVisible()
    await expect(page.getByText('没有符合条件的成员')).toHaveCount(0)
    await expect(page.getByLabel('状态')).not.toContainText('0')
    answer()
    await expect(rowOf(page, people.farManager.name).first()).toBeVisible()
  })
  await test.step('the first step reports missing fields', async () => {
    await openAdding(page)
    await firstStep(page).getByRole('button', { name: '下一步' }).click()
    for (const text of ['请输入成员姓名', '请输入手机号', '请输入身份证号码'])
      await expect(firstStep(page).getByText(text, { exact: true })).toBeVisible()
    await expect(firstStep(page)).toContainText('Ctrl + Enter 下一步')
  })
  const dialog = await verify(page, person)
  await test.step('a module brings another along', async () => {
    await expect(dialog.getByText('人事系统中没有一致的记录')).toBeVisible()
    await choose(page, dialog, '岗位', '客户经理')
    await expect(boxOf(dialog, '销售订单')).toBeChecked()
    await boxOf(dialog, '客户管理').click()
    await expect(boxOf(dialog, '客户管理')).not.toBeChecked()
    await boxOf(dialog, '客户离职').click()
    await expect(boxOf(dialog, '客户管理')).toBeChecked()
  })
  await test.step('the draft has no identity number', async () => {
    await choose(page, dialog, '上级', `${people.farManager.name}（总经理）`)
    await dialog.getByLabel('人事岗位').fill('展厅接待')
    const read = () =>
      mustPost<{ data: unknown[] }>(
        request,
        '/v2/appDraftService/read',
        { form: 'member.add', recordId: Number(person.mobile) },
        manager(),
      )
    await expect
      .poll(async () => (await read()).data)
      .toMatchObject([{ content: { role: 4, siebelPosition: '展厅接待' } }])
    await expect(dialog.locator('.sr-draft')).toHaveText('草稿已保存')
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    for (const text of [stored, JSON.stringify(await read())])
      for (const secret of [person.identifyNo, person.name, person.mobile]) expect(text).not.toContain(secret)
  })
  await test.step('it is restored for that mobile', async () => {
    // Closes without a question.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await verify(page, person)
    await expect(dialog.locator('.sr-draft')).toHaveText(/已恢复 \d\d:\d\d 的草稿/)
    await expect(dialog.getByLabel('人事岗位')).toHaveValue('展厅接待')
    await expect(dialog.getByText(`${people.farManager.name}（总经理）`)).toBeVisible()
    await expect(boxOf(dialog, '客户离职')).toBeChecked()
    await finish(dialog, '添加')
  })
  await expect(rowOf(page, person.name)).toContainText('未激活')
})

test('a member is found in the tree and by keyword, and edited: a new mobile, two editors, an older draft', async ({
  page,
  request,
}) => {
  const { name, memberId } = await addBy(request)
  const { mobile } = someone()
  const everyone = await listed(request)
  const below = everyone.find((one) => one.manager > 0 && one.memberId !== memberId)
  const lead = everyone.find((one) => one.memberId === below?.manager)
  const keyword = page.getByLabel('姓名、手机号或人事账号')
  const editButton = (of: string) => page.getByRole('button', { name: `编辑 ${of}`, exact: true })
  await test.step('the tree of superiors', async () => {
    await openMembers(page, '?v=tree')
    const row = page.locator(`tr[data-row-key="${below?.memberId}"]`)
    await expect(row).toBeVisible()
    await page.locator(`tr[data-row-key="${lead?.memberId}"]`).getByRole('button', { name: '关闭行' }).click()
    await expect(row).toBeHidden()
  })
  await test.step('the list, by keyword', async () => {
    await keyword.fill('没有这个人')
    await expect(page.getByText('没有符合条件的成员')).toBeVisible()
    await page.getByText('列表', { exact: true }).click()
    await keyword.fill(name)
    await expect(page.locator('tbody tr.ant-table-row')).toHaveCount(1)
  })
  const dialog = page.getByRole('dialog', { name: `编辑成员 ${name}` })
  await test.step('a new mobile asks who works under it', async () => {
    await editButton(name).click()
    const same = dialog.getByRole('radio', { name: '本人换号' })
    await expect(same).toHaveCount(0)
    await dialog.getByLabel('手机号').fill(mobile)
    await expect(same).toBeVisible()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('请选择本人换号或换人', { exact: true })).toBeVisible()
    await same.check()
    await finish(dialog, '保存')
    expect(await mobileOf(request, memberId)).toBe(masked(mobile))
  })
  await test.step('two edits are resolved field by field', async () => {
    await editButton(name).click()
    await dialog.getByLabel('姓名').fill(`${name}甲`)
    await update(request, { memberId, name: `${name}乙`, mobile: masked(mobile) })
    await dialog.getByRole('button', { name: '保存' }).click()
    const conflict = page.getByRole('dialog', { name: '资料已被他人修改' })
    await expect(conflict).toContainText(`${name}甲`)
    await expect(conflict).toContainText(`${name}乙`)
    await conflict.getByRole('button', { name: '全部用我的' }).click()
    await conflict.getByRole('button', { name: '按选择保存' }).click()
    await expectNotice(page, '编辑成功')
    await expect(rowOf(page, `${name}甲`)).toBeVisible()
  })
  await test.step('a draft is restored, but only offered if the member has changed since', async () => {
    const note = dialog.locator('.sr-draft')
    await editButton(`${name}甲`).click()
    await boxOf(dialog, '线索分配').click()
    await expect(note).toHaveText('草稿已保存')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await editButton(`${name}甲`).click()
    await expect(note).toHaveText(/已恢复 \d\d:\d\d 的草稿/)
    await expect(boxOf(dialog, '线索分配')).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await update(request, { memberId, name: `${name}丙`, mobile: masked(mobile) })
    // The list follows the change.
    await editButton(`${name}丙`).click()
    await expect(note).toContainText('资料已有更新，未填入')
    await expect(boxOf(dialog, '线索分配')).not.toBeChecked()
    await dialog.getByRole('button', { name: '查看' }).click()
    await expect(boxOf(dialog, '线索分配')).toBeChecked()
    await dialog.getByRole('button', { name: '采用' }).click()
    await finish(dialog, '保存')
    await editButton(`${name}丙`).click()
    await expect(boxOf(dialog, '线索分配')).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('the WeCom account is bound and unbound', async () => {
    const choice = async (item: string) => {
      await rowOf(page, name).getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choice('绑定企业微信')
    const binding = page.getByRole('dialog', { name: `为 ${name}丙 绑定企业微信` })
    await binding.getByRole('button', { name: '绑定', exact: true }).click()
    await expect(binding.getByText('请输入企业微信账号')).toBeVisible()
    await binding.getByLabel('企业微信账号').fill(`member-${memberId}`)
    await binding.getByRole('button', { name: '绑定', exact: true }).click()
    await expectNotice(page, `已为 ${name}丙 绑定企业微信`)
    await choice('解除企业微信绑定')
    await page.getByRole('dialog').getByRole('button', { name: '解除绑定' }).click()
    await expectNotice(page, `已解除 ${name}丙 的企业微信绑定`)
  })
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
  await expectAccessible(page, 'a member, as a consultant edits it')
})
