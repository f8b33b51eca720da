import { dayText } from '@showroom/contract/kernel/day'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addCustomer, inDays, series } from './customers.ts'
import { actionsOf } from './follow.ts'
import { choose, expectNotice, finish, pickDay, problemOf, select } from './form.ts'
import {
  addFullOrder,
  approve,
  cancel,
  carsOf,
  consultant,
  getOrder,
  makerSays,
  reject,
  submit,
} from './order-steps.ts'
import { enter, mustPost } from './session.ts'
import { expect, test } from './test.ts'

/** Orders on their own pages: the whole life of one, how one ends, its form, its list and its paper. */

const press = (scope: Locator | Page, name: string): Promise<void> =>
  scope.getByRole('button', { name, exact: true }).click()
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const steps = (page: Page): Locator => page.getByRole('list', { name: '订单进度' }).getByRole('listitem')
const titles = (page: Page): Locator => page.locator('.sr-o-step-title')
const head = (page: Page): Locator => page.locator('.sr-o-head')

const openOrder = async (page: Page, orderId: number, type = 'waitingSubmit'): Promise<void> => {
  await enter(page, consultant(), `/order/orderDetail?orderId=${orderId}&type=${type}&from=order`)
  await expect(steps(page).first()).toBeVisible()
}

async function pickCity(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: '上牌城市' }).click()
  const menus = page.locator('.ant-cascader-menu')
  await menus.nth(0).getByText('浙江省').click()
  await menus.nth(1).getByText('杭州市').click()
  await page.keyboard.press('Escape')
}

/** Adds a line by the keyboard and one click: the model found, the so-manieth colour. */
async function addLine(page: Page, at: number): Promise<void> {
  await press(section(page, '订车明细'), '添加订车明细')
  const dialog = page.getByRole('dialog', { name: '订车明细添加' })
  await dialog.getByRole('combobox', { name: '搜索车系、车型' }).fill(series.name)
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('radiogroup', { name: '配置与颜色' }).locator('label').nth(at).click()
  await press(dialog, '添加')
  await expect(dialog).toBeHidden()
}

test('the whole life of an order: created from the file, rejected, changed, approved, allocated, delivered', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  await enter(page, consultant(), `/customer/detail/${made.customerId}`)
  await press(actionsOf(page), '订车')
  await page.getByRole('dialog').getByRole('link', { name: '填写完整订单' }).click()
  await expect(page.getByRole('heading', { name: `新建订单 ${made.name}` })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '联系电话' })).toHaveValue(made.mobile)

  await press(page, '提交审批')
  await expect(problemOf(page.locator('main'), 'carLicenseType')).toHaveText('请选择上牌方式')
  await expect(section(page, '订车明细')).toContainText('请添加订车明细')
  await expectAccessible(page, 'new order')
  await choose(page.locator('main'), '上牌方式', '代办')
  await pickCity(page)
  await addLine(page, 0)
  await addLine(page, 1)
  await page.getByRole('spinbutton', { name: '单车订金' }).fill('5000')
  await page.getByRole('textbox', { name: '证件号码' }).fill('11010519491231002x')
  await pickDay(page.locator('main'), '预计交车', dayText(inDays(20)))
  await expect(section(page, '订车明细').getByLabel('合计')).toContainText('2 台')
  await expect(async () => {
    await press(page, '提交审批')
    await press(page.getByRole('dialog', { name: '是否提交管理层进行审批' }), '先保存')
  }).toPass()
  await expectNotice(page, '保存成功')
  await expect(page).toHaveURL(/type=waitingSubmit/)
  const orderId = Number(/orderId=(\d+)/.exec(page.url())?.[1])
  await expect(section(page, '客户信息')).toContainText('110***********002X')
  await expect(section(page, '订单操作记录')).toContainText('创建订单')
  await expectAccessible(page, 'order')

  await press(page, '提交审批')
  await press(page.getByRole('dialog', { name: /^提交审批 DD/ }), '提交审批')
  await expectNotice(page, '提交订单成功')
  await expect(page).toHaveURL(new RegExp(`/customer/detail/${made.customerId}`))

  await reject(request, orderId, '价格低于底价')
  // The address says what it was; the page what it is.
  await openOrder(page, orderId, 'submitted')
  await expect(page).toHaveURL(/type=rejected/)
  await expect(titles(page)).toHaveText(['待提交', '已提交', '已驳回'])
  await expect(page.getByRole('alert')).toContainText('驳回原因：价格低于底价')
  await press(page, '编辑')
  // Who edits sees the numbers.
  await expect(page.getByRole('textbox', { name: '证件号码' })).toHaveValue('11010519491231002X')
  const price = page.getByRole('spinbutton', { name: '第1行单价' })
  await price.fill('99999')
  await price.press('Enter')
  await press(page, '提交审批')
  await press(page.getByRole('dialog', { name: '是否提交管理层进行审批' }), '提交审批')
  await expectNotice(page, '提交订单成功')

  await approve(request, orderId)
  const { orderNo } = await getOrder(request, orderId)
  await makerSays(orderNo, 4)
  await openOrder(page, orderId, 'approved')
  await expect(head(page)).toContainText('已配车')
  await expect(steps(page).nth(2)).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0)
  await press(page, '订车回访')
  const visit = page.getByRole('dialog', { name: `订车回访 ${made.name}` })
  await visit.getByRole('textbox', { name: '备注' }).fill('告知到店时间')
  await finish(visit, '完成回访')
  await expectNotice(page, '订车回访成功')

  await press(page, '交车')
  const delivery = page.getByRole('dialog', { name: `完成交车 ${made.name}` })
  await press(delivery, '完成交车')
  await page.getByRole('dialog').getByRole('button', { name: /交车$/ }).last().click()
  await expectNotice(page, '客户已完成交车!')
  await expect(page).toHaveURL(/type=completed/)
  await expect(head(page)).toContainText('已完成')
  await head(page).getByRole('link', { name: made.name }).click()
  await expect(page.locator('.sr-c-head .sr-level')).toHaveText('D')
})

test('an order that is cancelled tells how far it had come', async ({ page, request }) => {
  const ways = [
    { until: [], titles: ['待提交', '已取消'] },
    { until: [submit], titles: ['待提交', '已提交', '已取消'] },
    { until: [submit, approve], titles: ['待提交', '已提交', '已审核', '已取消'] },
    {
      until: [submit, (of: typeof request, id: number) => reject(of, id, '资料不全')],
      titles: ['待提交', '已提交', '已驳回', '已取消'],
    },
  ]
  for (const way of ways) {
    const orderId = await addFullOrder(request, await addCustomer(request, consultant()))
    for (const step of way.until) await step(request, orderId)
    await cancel(request, orderId)
    await openOrder(page, orderId, 'approved')
    await expect(page).toHaveURL(/type=orderCancel/)
    await expect(titles(page)).toHaveText(way.titles)
    await expect(page.getByRole('alert')).toContainText('取消原因：购买竞品：买了别家的车')
    await expect(section(page, '订车明细')).toContainText('原订金')
  }
})

test('the form: what depends on something else goes with it, lines by the keyboard, and a draft', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const orderId = await addFullOrder(request, made, 2)
  await openOrder(page, orderId)
  await page.keyboard.press('e')
  const number = page.getByRole('textbox', { name: '证件号码' })
  await expect(number).toHaveValue('11010519491231002X')
  await select(page.locator('main'), '证件类型', '护照')
  await expect(number).toHaveValue('')
  await number.fill('e12345678')
  await expect(number).toHaveValue('E12345678')

  const name = page.getByRole('textbox', { name: '客户名称' })
  await name.fill('')
  await name.pressSequentially('赵 钱')
  await name.press('Enter')
  await expect(name).toHaveValue('赵钱')

  // Enter in a number goes on: quantity, price, the next line.
  const quantity = page.getByRole('spinbutton', { name: '第1行数量' })
  await quantity.fill('3')
  await quantity.press('Enter')
  await expect(page.getByRole('spinbutton', { name: '第1行单价' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: '第2行车型' })).toBeFocused()
  await expect(section(page, '订车明细').getByLabel('合计')).toContainText('4 台')

  const [car] = await carsOf(request)
  await page.getByRole('combobox', { name: '第2行颜色' }).click()
  const colors = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  await colors
    .locator('.ant-select-item-option')
    .filter({ hasText: car?.color ?? '' })
    .first()
    .click()
  await press(page, '保存')
  await expect(problemOf(page.locator('main'), 'subOrderInfos.1.skuId')).toHaveText(
    '第1行和2行物料号重复，请修改',
  )
  await press(page, '删除第2行')
  await expect(page.getByRole('button', { name: '添加订车明细' })).toBeFocused()

  // Left without saving it is kept, and the page shows the order as it was.
  await press(page, '取消')
  await expect(section(page, '订车明细').getByRole('row')).toHaveCount(3)
  await press(page, '编辑')
  await expect(page.getByText(/已恢复 .* 的草稿/)).toBeVisible()
  await expect(name).toHaveValue('赵钱')
  await expect(async () => {
    await press(page, '保存')
    await expectNotice(page, '保存成功')
  }).toPass()
  await expect(section(page, '客户信息')).toContainText('赵钱')
  await expect(section(page, '订车明细').getByLabel('合计')).toContainText('3 台')
})

test('somebody else was faster: each decides field by field, and nothing is lost', async ({
  page,
  request,
}) => {
  const orderId = await addFullOrder(request, await addCustomer(request, consultant()))
  await openOrder(page, orderId)
  await press(page, '编辑')
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
    },
    consultant(),
  )
  await press(page, '保存')
  const conflict = page.getByRole('dialog', { name: '资料已被他人修改' })
  await expect(conflict).toContainText('别人的备注')
  await expect(conflict).toContainText('合同编号：未填写 → HT-9')
  await conflict.getByRole('radio', { name: /我的/ }).check()
  await press(conflict, '按选择保存')
  await expectNotice(page, '保存成功')
  expect(await getOrder(request, orderId)).toMatchObject({ remark: '我的备注', contractNo: 'HT-9' })
})

/** An order's form as it was sent. */
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

test('the list: lines of an order together, filters that are there again, and a new order for somebody', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const orderId = await addFullOrder(request, made, 3)
  const { orderNo } = await getOrder(request, orderId)
  await enter(page, consultant(), '/order/index?st=1')
  // Other journeys make orders, too. Only the first line has the number.
  const first = page.locator('.sr-o-table tbody tr.sr-row-link').filter({ hasText: orderNo })
  await expect(first).toBeVisible()
  await expect(page.getByRole('link', { name: orderNo })).toHaveCount(1)
  await expect(first.locator('td').first()).toHaveAttribute('rowspan', '3')
  await expectAccessible(page, 'orders')
  await first.locator('xpath=following-sibling::tr[1]').click()
  await expect(page).toHaveURL(new RegExp(`orderId=${orderId}&type=waitingSubmit&from=order`))
  await page.getByRole('link', { name: '返回', exact: true }).click()
  await expect(page.locator('.sr-status-tabs .ant-segmented-item-selected')).toHaveText('待提交')
  await expect(first).toBeVisible()

  await page.keyboard.press('n')
  const pick = page.getByRole('dialog', { name: '新建订单 · 选择客户' })
  const other = await addCustomer(request, consultant())
  await pick.getByRole('textbox', { name: '查找客户' }).fill(other.name)
  await pick.getByRole('button', { name: other.name }).click()
  await expect(page.getByRole('heading', { name: `新建订单 ${other.name}` })).toBeVisible()

  await page.setViewportSize({ width: 375, height: 812 })
  await enter(page, consultant(), '/order/index?st=1')
  const card = page.locator('.sr-card').filter({ hasText: orderNo })
  await expect(card).toHaveCount(1)
  await card.click()
  await expect(page.locator('.sr-o-phone-bar').getByRole('button', { name: '提交审批' })).toBeVisible()
  await expectAccessible(page, 'order on a phone')
})

test('vehicles of one line are cancelled, the rest of the order goes on', async ({ page, request }) => {
  const orderId = await addFullOrder(request, await addCustomer(request, consultant()), 2)
  await submit(request, orderId)
  await approve(request, orderId)
  await openOrder(page, orderId, 'approved')
  const lines = section(page, '订车明细')
  await lines
    .getByRole('button', { name: /^取消 / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^取消车辆/ })
  await press(dialog, '取消车辆')
  await expect(problemOf(dialog, 'cancelReason')).toHaveText('请输入取消订单原因')
  await select(dialog, '取消原因', '等待时间过长')
  await finish(dialog, '取消车辆')
  await expectNotice(page, '取消订单成功')
  await expect(lines.getByLabel('合计')).toContainText('1 台')
  await expect(lines.getByRole('row').nth(1)).toContainText('已取消')
  // The last vehicle goes with the order itself.
  await expect(lines.getByRole('button', { name: /^取消 / })).toHaveCount(0)
})

test('the paper: one sheet, masked, sums in words', async ({ page, request }) => {
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
})
