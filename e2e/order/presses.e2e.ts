import { addCustomer } from '../tools/customers.ts'
import { expectNotice, press } from '../tools/form.ts'
import { head, openOrder } from '../tools/order-page.ts'
import {
  addFullOrder,
  addQuickOrder,
  approve,
  consultant,
  getOrder,
  makerSays,
  reviewer,
  submit,
} from '../tools/order-steps.ts'
import { countPresses } from '../tools/presses.ts'
import { enter } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The number of keys and clicks that the steps of an order take. Text that is typed does not count. */

test('an order is submitted in 2 presses, reviewed in 2, and delivered in 2', async ({ page, request }) => {
  const made = await addCustomer(request, consultant())
  const quick = await addQuickOrder(request, made)
  await openOrder(page, quick)
  await expect(page.getByRole('region', { name: '接下来' })).toContainText('还缺 证件号码、省市区')
  const whenSubmitted = await countPresses(page)
  await press(page, '提交审批')
  const dialog = page.getByRole('dialog', { name: /^提交审批 DD/ })
  // The region is that of the file.
  await expect(dialog.locator('[data-field="region"]')).toContainText('浙江省')
  await expect(dialog.getByRole('textbox', { name: '证件号码' })).toBeFocused()
  await page.keyboard.type('11010519491231002X')
  await page.keyboard.press('Control+Enter')
  await expectNotice(page, '提交订单成功')
  await whenSubmitted(2)

  await enter(page, reviewer(), '/activity/order-verify')
  await page.getByRole('searchbox').fill(made.name)
  await expect(page.locator('[data-row-link]')).toHaveText([made.name])
  await page.getByRole('searchbox').blur()
  const whenReviewed = await countPresses(page)
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog').getByRole('button', { name: '同意' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectNotice(page, '审核通过')
  await whenReviewed(2)

  await makerSays((await getOrder(request, quick)).orderNo, 4)
  await openOrder(page, quick, 'approved')
  const whenDelivered = await countPresses(page)
  await press(page, '交车')
  await press(page.getByRole('dialog', { name: `完成交车 ${made.name}` }), '完成交车')
  await expectNotice(page, '客户已完成交车!')
  await expect(head(page)).toContainText('已完成')
  await whenDelivered(2)
})

test('on its own page an order is reviewed in 2 presses, and the next one follows', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const orders: number[] = []
  for (let at = 0; at < 2; at++) {
    const orderId = await addFullOrder(request, made)
    await submit(request, orderId)
    orders.push(orderId)
  }
  const [first = 0, second = 0] = orders
  await enter(page, reviewer(), '/activity/order-verify')
  await page.getByRole('searchbox').fill(made.name)
  const links = page.locator('[data-row-link]')
  await expect(links).toHaveText([made.name, made.name])
  await links.first().click()
  await expect(page.getByRole('region', { name: '审核参考' })).toContainText('指导价')
  await expect(page).toHaveURL(new RegExp(`id=${first}`))
  const whenReviewed = await countPresses(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: '同意' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectNotice(page, '审核通过')
  await expect(page).toHaveURL(new RegExp(`id=${second}`))
  await whenReviewed(2)
  await approve(request, second)
  // A colleague was faster: the page reports it and offers no decision.
  await expect(page.getByRole('alert')).toContainText('不需要审核')
  await expect(page.getByRole('button', { name: '同意' })).toHaveCount(0)
})
