import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import {
  addCustomer,
  countFound,
  demoCustomer,
  getCustomer,
  inDays,
  masked,
  series,
} from '../tools/customers.ts'
import { field, openEdit, save } from '../tools/edit.ts'
import { choose, expectNotice, finish, problemOf, select, selectAll } from '../tools/form.ts'
import { addSold } from '../tools/order-steps.ts'
import { people } from '../tools/people.ts'
import { sessionOf } from '../tools/session.ts'
import { pooled, withoutMobile } from '../tools/stage.ts'
import { expect, test } from '../tools/test.ts'

/** Cases of a mobile: none, another file's, one of the WeCom pool, a blocked one, and a repeat purchase. */

const { consultant, otherConsultant, generalManager } = people

/** Opens the edit form of another customer in the open window. */
async function editNext(page: Page, customer: { customerId: number; name: string }): Promise<Locator> {
  await page.goto(`/#/customer/detail/${customer.customerId}`)
  await expect(page.getByRole('heading', { name: customer.name })).toBeVisible()
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `编辑 ${customer.name}` })
  await expect(field(dialog, '客户姓名')).toBeFocused()
  return dialog
}

test('a number that is blocked, a colleague’s, or in the WeCom pool; a file without one; and one of another file, which joins the two', async ({
  page,
  request,
}) => {
  const session = sessionOf(consultant)
  const invisible = await addCustomer(request, sessionOf(otherConsultant))
  const claiming = await addCustomer(request, session)
  const claims = await openEdit(page, claiming)
  await test.step('a blocklisted number stops the edit, and names whom to call', async () => {
    await field(claims, '手机号').fill('13911110001')
    await save(claims)
    const tips = page.getByRole('dialog', { name: '异常客户信息' })
    for (const text of [claiming.name, '139****0001', '区域经理 陈晓'])
      await expect(tips.getByText(text)).toBeVisible()
    await tips.getByRole('button', { name: '知道了' }).click()
    await expect(tips).toBeHidden()
    await expect(field(claims, '手机号')).toHaveValue('13911110001')
  })
  await test.step('an invisible customer’s number shows a message and cannot be merged', async () => {
    await field(claims, '手机号').fill(invisible.mobile)
    await field(claims, '手机号').press('Tab')
    await expect(problemOf(claims, 'mobile')).toContainText(otherConsultant.name)
    await expect(page.getByRole('dialog', { name: '合并客户' })).toHaveCount(0)
    await claims.getByRole('button', { name: '恢复原手机号' }).click()
    await expect(field(claims, '手机号')).toHaveValue(masked(claiming.mobile))
    await expect(problemOf(claims, 'mobile')).toHaveCount(0)
  })
  await test.step('a number of the WeCom pool is claimed after a confirmation', async () => {
    await field(claims, '手机号').fill(pooled.byEdit)
    const reminder = page.getByRole('dialog', { name: '客户提醒' })
    // A save within 1.5 seconds of the last one counts as a double click.
    await expect(async () => {
      if (!(await reminder.isVisible())) await save(claims)
      await expect(reminder).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(reminder).toContainText('该手机号已存在于企业微信客户池，保存将默认认领该客户，是否继续?')
    await reminder.getByRole('button', { name: '继续保存' }).click()
    await expect(claims).toBeHidden()
    expect(await countFound(request, session, pooled.byEdit)).toBe(1)
  })
  await test.step('a customer without a mobile saves without one, but not with an invalid one', async () => {
    const customer = await demoCustomer(request, session, { key: withoutMobile })
    const dialog = await editNext(page, customer)
    await expect(page.getByText('无手机号')).toBeVisible()
    await field(dialog, '手机号').fill('12345')
    await save(dialog)
    await expect(problemOf(dialog, 'mobile')).toHaveText('请输入正确的手机号')
    await field(dialog, '手机号').fill('')
    const weixin = `wx-${String(Date.now())}`
    await field(dialog, '微信').fill(weixin)
    await finish(dialog, '保存')
    const file = await getCustomer(request, session, customer.customerId)
    expect(file.customer).toMatchObject({ mobile: '', weixin })
  })
  await test.step('a number of another customer opens the comparison, and the two files become one', async () => {
    const holder = await addCustomer(request, sessionOf(consultant), { remark: '老档案' })
    const made = await addCustomer(request, sessionOf(consultant))
    const dialog = await editNext(page, made)
    await field(dialog, '手机号').fill(holder.mobile)
    await field(dialog, '手机号').press('Tab')
    const merge = page.getByRole('dialog', { name: '合并客户' })
    await expect(merge).toContainText(`手机号 ${masked(holder.mobile)} 已属于客户 ${holder.name}`)
    const files = merge.getByRole('radiogroup', { name: '保留的档案' })
    await expect(files.getByRole('radio', { name: new RegExp(holder.name) })).toBeFocused()
    const moves = merge.getByRole('region', { name: '合并内容' })
    await expect(moves).toContainText(`${made.name} 的1 条跟进记录、1 个商机将移到 ${holder.name} 的档案`)
    await files.getByRole('radio', { name: new RegExp(made.name) }).check()
    await expect(moves).toContainText(`将移到 ${made.name} 的档案`)
    // Merging later: the field names the other customer, and the comparison stays available.
    await merge.getByRole('button', { name: '暂不合并' }).click()
    await expect(merge).toBeHidden()
    await expect(problemOf(dialog, 'mobile')).toHaveText(`该手机号客户已存在，客户经理：${consultant.name}`)
    await dialog.getByRole('button', { name: '查看并合并客户' }).click()
    await merge.getByRole('button', { name: '合并客户' }).click()
    await expectNotice(page, '合并客户申请成功')
    await expect(page).toHaveURL(/#\/customer\/list/)
    // By either name one file is found.
    for (const name of [made.name, holder.name])
      expect(await countFound(request, sessionOf(consultant), name)).toBe(1)
    const file = await getCustomer(request, sessionOf(consultant), holder.customerId)
    expect(file.timelines.map(({ subject }) => subject)).toEqual(['合并客户', '建档', '建档'])
  })
})

test('two files that are both followed: the dialog asks who goes on with which plan, and the old link leads on', async ({
  page,
  request,
}) => {
  const holder = await addCustomer(request, sessionOf(consultant), { nextDate: inDays(2) })
  const made = await addCustomer(request, sessionOf(otherConsultant), { nextDate: inDays(3) })
  const dialog = await openEdit(page, made, generalManager)
  await field(dialog, '手机号').fill(holder.mobile)
  await field(dialog, '手机号').press('Tab')
  const merge = page.getByRole('dialog', { name: '合并客户' })
  const choices = merge.getByRole('region', { name: '继续跟进' })
  const owners = choices.getByRole('radiogroup', { name: '客户经理' })
  const plans = choices.getByRole('radiogroup', { name: '下次跟进' })
  await expect(owners.getByRole('radio', { name: consultant.name })).toBeChecked()
  const moves = merge.getByRole('region', { name: '合并内容' })
  await expect(moves).toContainText(`客户由 ${consultant.name} 跟进`)
  await owners.getByRole('radio', { name: otherConsultant.name }).check()
  await plans.getByRole('radio', { name: made.name }).check()
  await expect(moves).toContainText(`客户由 ${otherConsultant.name} 跟进`)
  await expect(moves).toContainText('的任务标为已合并')
  await expectAccessible(page, '合并客户')
  await merge.getByRole('button', { name: '合并客户' }).click()
  await expectNotice(page, '合并客户申请成功')
  // The address changes before the list is loaded; until then the file's page stays.
  await expect(page.locator('tr.sr-row-link').first()).toBeVisible()
  const file = await getCustomer(request, sessionOf(otherConsultant), holder.customerId)
  expect(file).toMatchObject({
    customer: { id: holder.customerId, deal: { ownerName: otherConsultant.name } },
    pendingActivity: { activityDate: inDays(3), ownerName: otherConsultant.name },
  })
  await page.goto(`/#/customer/detail/${made.customerId}`)
  await expectNotice(page, `该客户的档案已并入 ${holder.name}`)
  await expect(page).toHaveURL(new RegExp(`/customer/detail/${holder.customerId}`))
  await expect(page.getByRole('region', { name: '客户资料' })).toContainText(`曾用名${made.name}`)

  await test.step('a customer with a delivered car buys again: known file, new deal', () =>
    buyAgain(page, request))
})

async function buyAgain(page: Page, request: APIRequestContext): Promise<void> {
  const manager = sessionOf(generalManager)
  const row = await addSold(request)
  const before = await getCustomer(request, manager, row.customerId)
  await page.goto(`/#/customer/detail/${row.customerId}`)
  await expect(page.getByRole('heading', { name: row.name })).toBeVisible()
  await page.getByRole('button', { name: '再购', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: `再购 ${row.name}` })
  await expect(field(dialog, '手机号')).toHaveValue(before.customer.mobile)
  await save(dialog)
  // Nothing is preselected, and nothing is sent that was not chosen.
  for (const [name, text] of [
    ['specIds', '请选择意向车系'],
    ['businessType', '请选择业务类型'],
    ['level', '请选择级别'],
    ['nextActivityType', '请选择下次跟进'],
    ['nextDate', '请选择跟进日期'],
  ] as const)
    await expect(problemOf(dialog, name)).toHaveText(text)
  await expect(dialog.getByRole('radiogroup', { name: '业务类型' }).getByRole('radio').first()).toBeFocused()
  for (const group of ['业务类型', '意向级别'])
    await expect(
      dialog.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true }),
    ).toHaveCount(0)
  await selectAll(dialog, '意向车系', [series.name])
  await choose(dialog, '意向级别', 'A')
  await choose(dialog, '业务类型', '新购')
  await select(dialog, '下次跟进方式', '沟通')
  await save(dialog)
  await expectNotice(page, '再购客户新建成功')
  await expect(page).toHaveURL(/#\/customer\/list/)
  const after = await getCustomer(request, manager, row.customerId)
  expect(after.customer.mobile).toBe(before.customer.mobile)
  expect(after.info).toMatchObject({ level: 'A', intendSerieses: [{ name: series.name }] })
  expect(after.info.dealId).not.toBe(before.info.dealId)
  expect(after.timelines.length).toBeGreaterThan(before.timelines.length)
}
