import type { Locator } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer } from '../tools/customers.ts'
import { expectNotice, finish, press, problemOf, select } from '../tools/form.ts'
import { section, head, openOrder, pressMore } from '../tools/order-page.ts'
import {
  addFullOrder,
  approve,
  carsOf,
  consultant,
  getOrder,
  makerSays,
  submit,
} from '../tools/order-steps.ts'
import { enter, mustPost } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Order pages: form, list, lines and printed contract. */

test('the form: dependent fields, prices, lines by keyboard, all problems at once, and a draft', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const orderId = await addFullOrder(request, made, 2)
  await openOrder(page, orderId)
  await page.keyboard.press('e')
  const main = page.locator('main')
  const number = main.getByRole('textbox', { name: '证件号码' })
  await expect(number).toHaveValue('11010519491231002X')
  await select(main, '证件类型', '护照')
  await expect(number).toHaveValue('')
  await number.fill('e12345678')
  await expect(number).toHaveValue('E12345678')

  const name = main.getByRole('textbox', { name: '客户名称' })
  await name.fill('')
  await name.pressSequentially('赵 钱')
  await name.press('Enter')
  await expect(name).toHaveValue('赵钱')

  // Enter in a number moves on: quantity, price, next line.
  const lines = section(page, '订车明细')
  const quantity = lines.getByRole('spinbutton', { name: '第1行数量' })
  const price = lines.getByRole('spinbutton', { name: '第1行单价' })
  await quantity.fill('3')
  await quantity.press('Enter')
  await expect(price).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lines.getByRole('combobox', { name: '第2行车型' })).toBeFocused()
  await expect(lines.getByLabel('合计')).toContainText('4 台')

  const [car] = await carsOf(request)
  await lines.getByRole('combobox', { name: '第2行颜色' }).click()
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: car?.color ?? '' })
    .first()
    .click()
  await price.press('Control+a')
  await price.press('Backspace')
  await expect(price).toHaveValue('')
  const payment = main.getByRole('spinbutton', { name: '单车定金' })
  await payment.press('Control+a')
  await payment.pressSequentially('-5')
  await press(page, '保存')
  await expect(problemOf(main, 'subOrderInfos.1.skuId')).toHaveText('第1行和2行物料号重复，请修改')
  await expect(problemOf(main, 'subOrderInfos.0.price')).toHaveText('请输入第1行单价')
  await expect(problemOf(main, 'payment')).toHaveText('请输入正确的订金')
  await payment.press('Control+a')
  await payment.pressSequentially('6000')
  // Reports a number that is too long instead of cutting it; thousands separators do not count.
  await price.pressSequentially('12345678.123')
  await price.press('Tab')
  await expect(problemOf(main, 'subOrderInfos.0.price')).toHaveText('第1行单价输入错误')
  await price.press('Control+a')
  await price.press('Backspace')
  await price.pressSequentially('12345678.5')
  await expect(price).toHaveValue('12,345,678.5')
  await press(page, '删除第2行')
  await expect(main.getByRole('button', { name: '添加订车明细' })).toBeFocused()
  await expect(lines.getByLabel('合计')).toContainText('37,037,035.5')

  // Leaving keeps a draft, and the page shows the saved order.
  await press(page, '取消')
  await expect(lines.getByRole('row')).toHaveCount(3)
  await pressMore(page, '编辑')
  await expect(page.getByText(/已恢复 .* 的草稿/)).toBeVisible()
  await expect(name).toHaveValue('赵钱')
  await expect(async () => {
    await press(page, '保存')
    await expectNotice(page, '保存成功')
  }).toPass()
  await expect(section(page, '客户信息')).toContainText('赵钱')
  await expect(lines.getByLabel('合计')).toContainText('3 台')
  await press(page, '提交审批')
  await press(page.getByRole('dialog', { name: /^提交审批 DD/ }), '提交审批')
  await expectNotice(page, '提交订单成功')
  // Returns to the customer's file, not to a page that has lost its order.
  await expect(page.locator('.sr-c-head')).toContainText(made.name)
  await expect(page).toHaveURL(new RegExp(`/customer/detail/${made.customerId}`))
})

test('another member saved first: the conflict is resolved field by field, and nothing is lost', async ({
  page,
  request,
}) => {
  const orderId = await addFullOrder(request, await addCustomer(request, consultant()))
  await openOrder(page, orderId)
  await pressMore(page, '编辑')
  await page.getByRole('textbox', { name: '备注' }).fill('我的备注')
  const { rowVersion } = await getOrder(request, orderId)
  await mustPost(
    request,
    '/v2/appCustomerOrderService/edit',
    {
      ...(await sentOrder(request, orderId)),
      orderId,
      rowVersion,
      remark: '别人的备注',
      contractNo: 'HT-9',
      // Their masked forms equal the previous ones.
      phone: '13899995678',
      address: '文二路 200 号',
    },
    consultant(),
  )
  await press(page, '提交审批')
  await press(page.getByRole('dialog', { name: '是否提交管理层进行审批' }), '提交审批')
  const conflict = page.getByRole('dialog', { name: '资料已被他人修改' })
  await expect(conflict).toContainText('别人的备注')
  await expect(conflict).toContainText('合同编号：未填写 → HT-9')
  await expect(conflict).toContainText('手机号：13812345678 → 13899995678')
  await conflict.getByRole('radio', { name: /我的/ }).check()
  await press(conflict, '按选择保存')
  await expectNotice(page, '提交订单成功')
  expect(await getOrder(request, orderId)).toMatchObject({
    remark: '我的备注',
    contractNo: 'HT-9',
    orderStatus: 2,
  })
  const numbers = await mustPost(
    request,
    '/v2/appCustomerOrderService/GetUserInfo',
    { orderId },
    consultant(),
  )
  expect(numbers).toMatchObject({ customerPhone: '13899995678', orderAddress: '文二路 200 号' })
})

/** The stored form of an order. */
async function sentOrder(request: Parameters<typeof getOrder>[0], orderId: number): Promise<object> {
  const order = await getOrder(request, orderId)
  return {
    businessType: order.businessType,
    paymentType: order.paymentType,
    payment: order.payment,
    carLicenseType: order.carLicenseType,
    carLicenseCity: order.carLicenseCity,
    deliverDate: order.estimatedDeliverTime,
    customerType: order.customerType,
    name: order.customerName,
    phone: order.customerPhone,
    licenseType: order.licenseType,
    licenseNumber: order.licenseNo,
    province: order.orderProvince,
    city: order.orderCity,
    area: order.orderArea,
    address: order.orderAddress,
    subOrderInfos: order.subOrders.map(({ subOrderNo, number, ...line }) => ({
      ...line,
      orderNo: subOrderNo,
      num: number,
    })),
  }
}

test('the list groups lines by order, restores filters, and starts a new order', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const orderId = await addFullOrder(request, made, 3)
  const { orderNo } = await getOrder(request, orderId)
  await enter(page, consultant(), '/order/index?st=1')
  // Other journeys make orders, too. Only the first line shows the order number.
  const first = page.locator('.sr-o-table tbody tr.sr-row-link').filter({ hasText: orderNo })
  await expect(first).toBeVisible()
  await expect(page.getByRole('link', { name: orderNo })).toHaveCount(1)
  await expect(first.locator('td').first()).toHaveAttribute('rowspan', '3')
  await first.locator('xpath=following-sibling::tr[1]').click()
  await expect(page).toHaveURL(new RegExp(`orderId=${orderId}&type=waitingSubmit&from=order`))
  await page.getByRole('link', { name: '返回', exact: true }).click()
  await expect(page.locator('.sr-status-tabs .ant-segmented-item-selected')).toHaveText('待提交')
  await expect(first).toBeVisible()

  // On paper the heads are above their columns, each in one line.
  await page.emulateMedia({ media: 'print' })
  const heads = page.locator('.sr-o-table thead th')
  const edgesOf = (cells: Locator) =>
    cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)))
  expect(await edgesOf(heads)).toEqual(await edgesOf(first.locator('td')))
  const lines = await heads.evaluateAll((all) => all.map((cell) => cell.clientHeight))
  expect(new Set(lines).size).toBe(1)
  await page.emulateMedia({ media: null })

  await page.keyboard.press('n')
  const pick = page.getByRole('dialog', { name: '新建订单 · 选择客户' })
  const other = await addCustomer(request, consultant())
  await pick.getByRole('combobox', { name: '查找客户' }).fill(other.name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `新建订单 ${other.name}` })).toBeVisible()

  await test.step('a date range accepts typed days, key by key', async () => {
    await page.goto('/#/order/index')
    const range = page.locator('.ant-picker-range').first().locator('input')
    const [from, to] = [range.nth(0), range.nth(1)]
    const year = new Date().getFullYear()
    await from.press('Control+a')
    await from.pressSequentially(`${year}-01-12`)
    await from.press('Enter')
    await to.press('Control+a')
    await to.pressSequentially(`${year}-01-24`)
    await to.press('Enter')
    await expect(page).toHaveURL(new RegExp(`cd=${year}0112-${year}0124`))
    // An emptied end is open; fewer digits are a valid day as well.
    await from.press('Control+a')
    await from.press('Backspace')
    await from.press('Tab')
    await expect(page).toHaveURL(new RegExp(`cd=%22-${year}0124%22`))
    await from.press('Control+a')
    await from.pressSequentially(`${year}/1/5`)
    await from.press('Enter')
    await expect(page).toHaveURL(new RegExp(`cd=${year}0105-${year}0124`))
  })

  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/#/order/index?st=1')
  const card = page.locator('.sr-card').filter({ hasText: orderNo })
  await expect(card).toHaveCount(1)
  await card.click()
  // The menu lies under the bar, not over it.
  await page.locator('.sr-phone-bar').getByRole('button', { name: '提交审批' }).click({ trial: true })
  await expectAccessible(page, 'order on a phone')
})

test('vehicles of a line are cancelled by a member and by the maker, and the rest of the order continues', async ({
  page,
  request,
}) => {
  const [first, second] = await carsOf(request)
  const line = (car: typeof first, num: number) => ({
    ...car,
    carExternalColor: car?.color,
    num,
    price: 98_800,
  })
  const add = async (...subOrderInfos: object[]): Promise<number> => {
    const made = await addCustomer(request, consultant())
    const orderId = await addFullOrder(request, made, 1, { subOrderInfos })
    await submit(request, orderId)
    await approve(request, orderId)
    return orderId
  }
  const orderId = await add(line(first, 2), line(second, 1))
  const { subOrders } = await getOrder(request, orderId)
  const sent = await add(line(first, 1), line(second, 1))
  const { orderNo } = await getOrder(request, sent)
  await makerSays(orderNo, 16)

  await openOrder(page, orderId, 'approved')
  const lines = section(page, '订车明细')
  // The configuration distinguishes two lines of one colour.
  const [one] = subOrders
  await expect(lines.getByRole('rowheader').first()).toHaveText(
    `${one?.seriesName} ${one?.specName} ${one?.configurationName}`,
  )
  const cancels = lines.getByRole('button', { name: /^取消 / })
  await cancels.first().click()
  const dialog = page.getByRole('dialog', { name: /^取消车辆/ })
  const count = dialog.getByRole('spinbutton')
  await count.press('Control+a')
  await count.press('Backspace')
  await press(dialog, '取消车辆')
  await expect(problemOf(dialog, 'cancelSubCount')).toHaveText('请输入取消数量')
  await expect(problemOf(dialog, 'cancelReason')).toHaveText('请输入取消订单原因')
  await select(dialog, '取消原因', '等待时间过长')
  await count.pressSequentially('1')
  await finish(dialog, '取消车辆')
  await expectNotice(page, '取消订单成功')
  await expect(lines.getByLabel('合计')).toContainText('2 台')

  await cancels.last().click()
  await select(dialog, '取消原因', '等待时间过长')
  await finish(dialog, '取消车辆')
  await expect(lines.getByLabel('合计')).toContainText('1 台')
  await expect(lines.getByRole('row').nth(2)).toContainText('已取消')
  // The last vehicle can only be cancelled with the order.
  await expect(cancels).toHaveCount(0)

  await test.step('the open page follows the maker, and the list shows it', async () => {
    await page.goto(`/#/order/orderDetail?orderId=${sent}&type=approved&from=order`)
    await expect(head(page)).toContainText(orderNo)
    await expect(lines.getByLabel('合计')).toContainText('2 台')
    await expect(cancels).toHaveCount(0)
    await makerSays(orderNo, 8, { subOrderNo: `${orderNo}-2` })
    await expect(lines.getByLabel('合计')).toContainText('1 台')
    await expect(lines.getByRole('row').nth(2)).toContainText('已取消')
    await expect(head(page)).toContainText('已接单')
    await expect(section(page, '订单操作记录')).toContainText('取消子订单')
    await page.goto('/#/order/index')
    const row = page.locator('.sr-o-table tbody tr.sr-row-link').filter({ hasText: orderNo })
    await expect(row.locator('xpath=following-sibling::tr[1]')).toContainText('已取消')
  })
})

test('the contract prints on one sheet, masked, with sums in words', async ({ page, request }) => {
  const orderId = await addFullOrder(request, await addCustomer(request, consultant()), 3)
  await enter(page, consultant(), `/order/paper?orderId=${orderId}`)
  const sheet = page.getByRole('article', { name: /^订单确认单/ })
  await expect(sheet).toContainText('138****5678')
  await expect(sheet).toContainText('人民币贰拾玖万陆仟肆佰元整')
  await expect(sheet).toContainText('人民币壹万伍仟元整')
  await expect(page.locator('header.sr-header')).toHaveCount(0)
  await expectAccessible(page, 'paper')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  // On two sheets the agreements stay with the signatures, so that no page has signatures alone.
  const closing = sheet.getByRole('group', { name: '约定与签署' })
  await expect(closing).toContainText('签字（盖章）后生效')
  await expect(closing).toContainText('购车人（签字）')
  await expect(closing).toHaveCSS('break-inside', 'avoid')

  // A cancelled order cannot be signed, and an address without an order shows a message.
  await mustPost(request, '/v2/appCustomerService/cancelOrder', { orderId, reason: 'qxyy01' }, consultant())
  await page.reload()
  await expect(page.getByText('订单已取消', { exact: true })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await page.goto('/#/order/paper')
  await expect(page.getByText('没有找到该订单')).toBeVisible()
})
