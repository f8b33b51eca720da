import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothLooks } from './accessible.ts'
import { expectNotice } from './form.ts'
import { people } from './people.ts'
import { enter, mustPost, post, sessionOf } from './session.ts'
import { expect, test } from './test.ts'

/** The team of another store than the one that most journeys work in. */
const manager = sessionOf.bind(undefined, people.farManager)
const openMembers = (page: Page, query = ''): Promise<void> =>
  enter(page, manager(), `/manager/members${query}`)
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const choose = async (page: Page, dialog: Locator, label: string, option: string): Promise<void> => {
  await dialog.getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}
let count = 0
const someone = () => {
  count += 1
  const digits = String(Date.now()).slice(-5) + String(count).padStart(3, '0')
  return { name: `新员${digits.slice(-4)}`, mobile: `152${digits}`, identifyNo: '110101199001011234' }
}
const addBy = async (page: Page, overrides: object = {}): Promise<{ name: string; memberId: number }> => {
  const person = someone()
  const body = { ...person, role: 4, modules: '客户管理,销售订单', ...overrides }
  const url = '/v2/appDealerManagerService/memberAdd'
  // One in two seconds: the journeys beside this one add members, too.
  let made: Record<string, unknown> = {}
  await expect
    .poll(async () => (made = await post(page.request, url, body, manager())).status, { timeout: 15_000 })
    .toBe('0')
  return { name: person.name, memberId: Number(made.memberId) }
}

test('a member is verified, added, frozen, back and leaves: the whole life by the screens', async ({
  page,
}) => {
  const person = someone()
  await openMembers(page)
  await page.getByRole('button', { name: '添加成员' }).click()
  const first = page.getByRole('dialog', { name: '添加成员：身份核验' })
  await first.getByRole('button', { name: '下一步' }).click()
  await expect(first.getByText('请输入成员姓名')).toBeVisible()
  await first.getByLabel('姓名').fill(person.name)
  await first.getByLabel('手机号').fill(person.mobile)
  await first.getByLabel('身份证号码').fill(person.identifyNo)
  await first.getByRole('button', { name: '下一步' }).click()

  const second = page.getByRole('dialog', { name: `添加成员：${person.name}` })
  await expect(second.getByText('人事系统中没有一致的记录')).toBeVisible()
  await choose(page, second, '角色', '客户经理')
  // The role's modules are checked; one brings along what it means nothing without.
  const box = (name: string): Locator =>
    second.getByRole('treeitem').filter({ hasText: name }).getByRole('checkbox')
  await expect(box('销售订单')).toBeChecked()
  await box('客户管理').click()
  await expect(box('客户管理')).not.toBeChecked()
  await box('客户离职').click()
  await expect(box('客户管理')).toBeChecked()
  await box('客户离职').click()
  await expect(box('客户管理')).toBeChecked()
  await expectAccessible(page, 'adding a member')
  // One in two seconds: the journeys beside this one add members, too.
  await expect(async () => {
    await second.getByRole('button', { name: '添加', exact: true }).click({ timeout: 1_000 })
    await expect(second).toBeHidden({ timeout: 2_500 })
  }).toPass({ timeout: 20_000 })
  const row = rowOf(page, person.name)
  await expect(row).toContainText('未激活')

  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '冻结' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '冻结', exact: true }).click()
  await expect(row).toContainText('冻结')
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '恢复正常' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click()
  await expect(row).toContainText('未激活')

  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '离职' }).click()
  const leaving = page.getByRole('dialog', { name: `成员离职：${person.name}` })
  await leaving.getByRole('button', { name: '确认离职' }).click()
  await expect(leaving.getByText('请选择待分配成员').last()).toBeVisible()
  await expect(leaving.getByText('请选择组织架构转移').last()).toBeVisible()
  await expectAccessible(page, 'a member leaves')
  const heir = await addBy(page)
  await leaving.getByRole('button', { name: '取消' }).click()
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '离职' }).click()
  await choose(page, leaving, '待分配成员', `${heir.name}（客户经理）`)
  await choose(page, leaving, '组织架构转移', `${people.farManager.name}（总经理）`)
  await leaving.getByRole('button', { name: '确认离职' }).click()
  await expectNotice(page, '成员离职成功')
  await expect(row).toHaveCount(0)
  await page.getByRole('switch').click()
  await expect(rowOf(page, person.name)).toContainText('已离职')

  await page.getByRole('link', { name: '离职交接' }).click()
  const record = rowOf(page, person.name)
  await expect(record).toContainText(people.farManager.name)
  await record.getByRole('button', { name: '撤回' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click()
  await expect(record).toContainText('已撤回')
  await expectAccessibleInBothLooks(page, 'the record of who left')
})

test('two who edit one member decide field by field', async ({ page }) => {
  const { name, memberId } = await addBy(page)
  await openMembers(page)
  await rowOf(page, name)
    .getByRole('button', { name: `编辑 ${name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `编辑成员 ${name}` })
  await dialog.getByLabel('姓名').fill(`${name}甲`)
  const url = '/v2/appDealerManagerService/memberUpdate'
  const list = await mustPost<{ data: { memberId: number; mobile: string; modules: string }[] }>(
    page.request,
    '/v2/appDealerManagerService/memberList',
    {},
    manager(),
  )
  const member = list.data.find((one) => one.memberId === memberId)
  const other = { memberId, name: `${name}乙`, mobile: member?.mobile, role: 4, modules: member?.modules }
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

test('the team is a tree by its superiors, narrowed by state, role and keyword', async ({ page }) => {
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
