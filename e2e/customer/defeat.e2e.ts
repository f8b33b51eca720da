import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { addCustomer, series } from '../tools/customers.ts'
import { choose, expectNotice, finish, problemOf, selectAll } from '../tools/form.ts'
import { newest, nextCard, openFollow, remark } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const session = (): ReturnType<typeof sessionOf> => sessionOf(people.consultant)
const send = '提交战败申请'

async function askDefeat(dialog: Locator): Promise<void> {
  await choose(dialog, '沟通方式', '电话')
  await choose(dialog, '发生事件', '其他')
  await remark(dialog).fill('客户说不买了')
  await dialog
    .getByRole('radiogroup', { name: '意向级别' })
    .locator('label')
    .filter({ hasText: '申请战败' })
    .click()
}

/** Opens the follow-up of another customer within the page. */
async function openNext(page: Page, request: APIRequestContext): Promise<Locator> {
  const { customerId, name } = await addCustomer(request, session())
  await page.goto(`/#/customer/detail/${customerId}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await nextCard(page).getByRole('button', { name: '跟进', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `跟进 ${name}` })
  await expect(dialog.locator('[data-field] :focus')).toHaveCount(1)
  return dialog
}

/** Fields that each reason asks for. */
const branches: Readonly<Record<string, readonly string[]>> = {
  产品: ['failSeries', 'failPurchaseReason'],
  价格: ['failSubReason'],
  服务: ['failSubReason'],
  同城其他店购买: ['failSubReason'],
  竞品: ['failSeries'],
  异地购车: ['failRegion'],
  产品力不足: ['failPurchaseReason'],
  其他: [],
}
const fieldPaths = ['failSubReason', 'failDealerName', 'failSeries', 'failPurchaseReason', 'failRegion']

test('each reason asks for its own fields only, and the request waits for review', async ({
  page,
  request,
}) => {
  const { dialog, timeline } = await openFollow(page, request, session())
  await askDefeat(dialog)
  await dialog.getByRole('button', { name: send }).click()
  await expect(problemOf(dialog, 'failReason')).toHaveText('请选择战败原因')
  for (const [reason, fields] of Object.entries(branches)) {
    await choose(dialog, '战败原因', reason)
    const fieldsOfDialog = dialog.locator(fieldPaths.map((field) => `[data-field="${field}"]`).join())
    await expect(fieldsOfDialog, reason).toHaveCount(fields.length)
    for (const field of fields)
      await expect(dialog.locator(`[data-field="${field}"]`), `${reason}: ${field}`).toHaveCount(1)
  }
  await choose(dialog, '战败原因', '同城其他店购买')
  await dialog.getByRole('button', { name: send }).click()
  await expect(problemOf(dialog, 'failSubReason')).toHaveText('请选择战败次原因')
  await choose(dialog, '战败次原因', '他店')
  await expect(dialog.getByRole('combobox', { name: '战败经销商' })).toBeVisible()
  await choose(dialog, '战败次原因', '二手车')
  await expect(dialog.getByRole('combobox', { name: '战败经销商' })).toBeHidden()
  // The lost-to series and the missing qualities of a weak product.
  await choose(dialog, '战败原因', '产品')
  await selectAll(dialog, '战败车系', ['驰衡 天枢'])
  await dialog.getByRole('checkbox', { name: '空间' }).check()
  await dialog.getByRole('checkbox', { name: '动力' }).check()
  await finish(dialog, send)
  await expect(newest(timeline)).toContainText('产品')

  await test.step('bought in another city: asks for province and city', async () => {
    const elsewhere = await openNext(page, request)
    await askDefeat(elsewhere)
    await choose(elsewhere, '战败原因', '异地购车')
    await elsewhere.getByRole('combobox', { name: '意向购车城市' }).click()
    await page.getByRole('menuitemcheckbox', { name: '江苏省' }).click()
    await page.getByRole('menuitemcheckbox', { name: '南京市' }).click()
    await finish(elsewhere, send)
    await expect(newest(timeline)).toContainText('异地购车')
    await expect(newest(timeline)).toContainText('意向购车城市：江苏省南京市')
  })

  await test.step('bought at another store: the request waits for review, and the level stays', async () => {
    const elsewhere = await openNext(page, request)
    await askDefeat(elsewhere)
    await choose(elsewhere, '战败原因', '同城其他店购买')
    await choose(elsewhere, '战败次原因', '他店')
    await elsewhere.getByRole('combobox', { name: '战败经销商' }).fill('城北某店')
    await finish(elsewhere, send)
    await expectNotice(page, '战败申请已提交，等待审核')
    await expect(newest(timeline)).toContainText('战败申请')
    for (const text of ['客户说不买了', '同城其他店购买 / 他店', '城北某店'])
      await expect(newest(timeline)).toContainText(text)
    const banner = page.getByRole('alert').filter({ hasText: '战败申请待审核' })
    await expect(banner).toContainText('同城其他店购买')
    await expect(banner).toContainText(people.consultant.name)
    await expect(page.locator('.sr-c-head .sr-level')).toHaveText('H')
    const next = nextCard(page)
    await expect(next).toContainText('战败申请待审核')
    await expect(next.getByRole('button', { name: '跟进', exact: true, disabled: false })).toHaveCount(0)
  })
})

test('a store without the city pool does not offer that reason', async ({ page, request }) => {
  const { dialog } = await openFollow(page, request, sessionOf(people.changing), {
    specIds: String(series.id),
  })
  await askDefeat(dialog)
  const reasons = dialog.getByRole('radiogroup', { name: '战败原因' })
  await expect(reasons.getByRole('radio', { name: '竞品' })).toBeAttached()
  await expect(reasons.getByRole('radio', { name: '异地购车' })).toHaveCount(0)
})
