import { addCustomer } from '../tools/customers.ts'
import { expectNotice, press } from '../tools/form.ts'
import { head, openOrder } from '../tools/order-page.ts'
import { addQuickOrder, approve, consultant, getOrder, makerSays } from '../tools/order-steps.ts'
import { countPresses } from '../tools/presses.ts'
import { expect, test } from '../tools/test.ts'

/** The number of keys and clicks that the steps of an order take. Text that is typed does not count. */

test('an order is submitted in 2 presses, and delivered in 2', async ({ page, request }) => {
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

  // By its reviewer in two presses, too: order-review.e2e.ts.
  await approve(request, quick)
  await makerSays((await getOrder(request, quick)).orderNo, 4)
  await page.goto(`/#/order/orderDetail?orderId=${quick}&type=approved&from=order`)
  await expect(head(page)).toContainText('已配车')
  const whenDelivered = await countPresses(page)
  await press(page, '交车')
  await press(page.getByRole('dialog', { name: `完成交车 ${made.name}` }), '完成交车')
  await expectNotice(page, '客户已完成交车!')
  await expect(head(page)).toContainText('已完成')
  await whenDelivered(2)
})
