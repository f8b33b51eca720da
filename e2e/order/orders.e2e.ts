import { dayText } from '@showroom/contract/kernel/day'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, inDays } from '../tools/customers.ts'
import type { MadeCustomer } from '../tools/customers.ts'
import { actionsOf, newest, timelineOf } from '../tools/follow.ts'
import { choose, expectNotice, finish, pickDay, press, problemOf, select } from '../tools/form.ts'
import { openOrder, pressMore } from '../tools/order-page.ts'
import { addQuickOrder, anyCar } from '../tools/order-steps.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import type { Session } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Orders from the customer's file, from creation to delivery. */

const consultant = (): Session => sessionOf(people.consultant)
const reviewer = (): Session => sessionOf(people.salesManager)

const card = (page: Page): Locator => page.getByRole('region', { name: '订车', exact: true })

async function addApproved(request: APIRequestContext, customer: MadeCustomer): Promise<number> {
  const orderId = await addQuickOrder(request, customer)
  await mustPost(request, '/v2/appCustomerService/submitOrder', { orderId, buyer }, consultant())
  await mustPost(request, '/v2/appVerifyService/confirmOrder', { orderId }, reviewer())
  return orderId
}

/** Values that a quick order lacks. */
const buyer = {
  licenseType: 1,
  licenseNumber: '11010519491231002X',
  province: '浙江省',
  city: '杭州市',
  area: '西湖区',
}

/** Fills what a quick order lacks in the dialog that submits it. */
async function complete(dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('alert').last()).toContainText('提交审批前请补全：证件号码、省市区')
  await dialog.getByRole('textbox', { name: '证件号码' }).fill('11010519491231002x')
  // The region is that of the customer's file; another one is found by typing.
  const region = dialog.locator('[data-field="region"]')
  await expect(region).toContainText('浙江省')
  await region.getByRole('combobox').fill('余杭')
  await region.getByRole('combobox').press('Enter')
  await expect(region).toContainText('浙江省 / 杭州市 / 余杭区')
}

async function openFile(page: Page, { customerId }: MadeCustomer, query = ''): Promise<void> {
  await enter(page, consultant(), `/customer/detail/${customerId}${query}`)
  await expect(card(page)).toBeVisible()
}

test('the first order: missing fields, a draft, a second one refused, submitted, withdrawn and cancelled', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const car = await anyCar(request)
  await openFile(page, made)
  await press(card(page), '首次订车')
  const dialog = page.getByRole('dialog', { name: `订车 ${made.name}` })
  await press(dialog, '订车')
  const missing = {
    specId: '请选择订购车型',
    color: '请选择车辆颜色',
    price: '请输入成交价格',
    downPayment: '请输入购车定金',
    deliverDate: '请选择交车日期',
  }
  for (const [field, text] of Object.entries(missing)) await expect(problemOf(dialog, field)).toHaveText(text)
  await expect(dialog.getByRole('combobox', { name: '订购车型' })).toBeFocused()

  await select(dialog, '订购车型', car.name)
  await select(dialog, '车辆颜色', car.color)
  await dialog.getByRole('spinbutton', { name: '成交价格' }).fill('128800.5')
  await dialog.getByRole('spinbutton', { name: '购车定金' }).fill('100001')
  await dialog.getByRole('spinbutton', { name: '购车定金' }).press('Tab')
  await expect(problemOf(dialog, 'downPayment')).toHaveText('购车定金不能超过100000元')
  await dialog.getByRole('spinbutton', { name: '购车定金' }).fill('5000')
  await pickDay(dialog, '预计交车日期', dayText(inDays(10)))
  await choose(dialog, '收款方式', '按揭')

  // Cancelling the dialog keeps its input.
  await press(dialog, '取消')
  await expect(dialog).toBeHidden()
  await press(card(page), '首次订车')
  await expect(dialog.getByText(/已恢复 .* 的草稿/)).toBeVisible()

  // Asks about a price that was meant in 万, and takes it in all spellings.
  const price = dialog.getByRole('spinbutton', { name: '成交价格' })
  await price.fill('12.98')
  await press(dialog, '订车')
  const question = page.getByRole('dialog', { name: '成交价格低于10,000元，单位为元，是否继续?' })
  await expect(question).toContainText('12.98元')
  await press(question, '返回修改')
  for (const spelled of ['12.98万', '¥129800', '129，800元']) {
    await price.fill(spelled)
    await price.press('Tab')
    await expect(price).toHaveValue('129,800')
  }
  await price.fill('128800.5')
  await finish(dialog, '订车')
  await expectNotice(page, '客户已完成订车!')
  // The dialog goes on with the next step, which can wait.
  const submit = page.getByRole('dialog', { name: /^提交审批 DD/ })
  await expect(submit.getByRole('alert').first()).toHaveText('客户已完成订车!')
  await press(submit, '稍后')
  await expect(card(page)).toContainText('待提交')
  await expect(card(page)).toContainText('5,000')
  await expect(newest(timelineOf(page))).toContainText('128,800.50元')
  await expect(card(page).getByRole('button', { name: '首次订车' })).toHaveCount(0)

  const list = page.getByRole('dialog', { name: `${made.name}的订单` })
  await test.step('a second order is refused while one waits', async () => {
    await press(actionsOf(page), '订车')
    const warning = page.getByRole('dialog', { name: '订车', exact: true })
    await expect(warning).toContainText('该客户下有"待提交"订单等待处理，请勿重复创建')
    await press(warning, '查看订单')
    await expect(list.getByRole('article')).toHaveCount(1)
    await expectAccessible(page, 'order list')
  })
  await test.step('the order is submitted from the list', async () => {
    await press(list, '提交审批')
    await expect(submit).toContainText('提交审批后，订单信息将不能修改！')
    await press(submit, '提交审批')
    await expect(problemOf(submit, 'licenseNumber')).toHaveText('请输入证件号码')
    await complete(submit)
    await press(submit, '提交审批')
    await expectNotice(page, '提交订单成功')
    await expect(list.getByRole('article')).toContainText('已提交')
    await expect(list.getByRole('button', { name: '撤回订单' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(card(page)).toContainText('已提交')
  })
  await test.step('it is withdrawn', async () => {
    await press(card(page), '撤回订单')
    const withdraw = page.getByRole('dialog', { name: /^撤回订单 DD/ })
    await expect(withdraw).toContainText('是否确定撤回该订单?')
    await press(withdraw, '撤回')
    await expectNotice(page, '撤回订单成功')
    await expect(card(page)).toContainText('待提交')
  })
  await test.step('it is cancelled, with a reason', async () => {
    await press(card(page), '取消订单')
    const cancel = page.getByRole('dialog', { name: /^取消订单 DD/ })
    await press(cancel, '取消订单')
    await expect(problemOf(cancel, 'reason')).toHaveText('请输入取消订单原因')
    await select(cancel, '取消原因', '购买竞品')
    await press(cancel, '取消订单')
    await expect(problemOf(cancel, 'remark')).toHaveText('请填写备注')
    await cancel.getByRole('textbox', { name: '备注' }).fill('买了别家的车')
    await finish(cancel, '取消订单')
    await expectNotice(page, '取消订单成功')
    await expect(card(page)).toContainText('已取消')
    await expect(card(page).getByRole('button')).toHaveCount(0)
  })
})

test('an approved order: a return visit on the way, with a typed day, then the delivery', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  await addApproved(request, made)
  await openFile(page, made)
  await press(actionsOf(page), '订车回访')
  const visit = page.getByRole('dialog', { name: `订车回访 ${made.name}` })
  await press(visit, '完成回访')
  await expect(problemOf(visit, 'contactStatus')).toHaveText('请选择联系状态')
  await expect(problemOf(visit, 'nextDate')).toHaveText('请选择跟进日期')
  await expect(problemOf(visit, 'remark')).toHaveText('请输入备注')
  await choose(visit, '联系状态', '已联系')
  await visit.getByRole('textbox', { name: '备注' }).fill('客户在等车，情绪稳定')
  const day = visit.getByRole('textbox', { name: '下次回访日期' })
  const month = dayText(inDays(60)).slice(0, 7)
  const [year = '', inYear = ''] = month.split('-')
  // A day is accepted as typed, key by key; an emptied one is required.
  const type = async (text: string, key: string): Promise<void> => {
    await day.press('Control+a')
    await day.press('Backspace')
    await day.pressSequentially(text)
    await day.press(key)
  }
  await type(`${month}-15`, 'Enter')
  await expect(day).toHaveValue(`${month}-15`)
  await type(`${year}-${Number(inYear)}-8`, 'Tab')
  await expect(day).toHaveValue(`${month}-08`)
  await type('', 'Control+Enter')
  await expect(problemOf(visit, 'nextDate')).toHaveText('请选择跟进日期')
  await type(`${year}${inYear}12`, 'Control+Enter')
  await expect(visit).toBeHidden()
  await expectNotice(page, '订车回访成功')
  await expect(newest(timelineOf(page))).toContainText('客户在等车，情绪稳定')
  await expect(newest(timelineOf(page))).toContainText(`${month}-12`)

  await press(actionsOf(page), '交车')
  const delivery = page.getByRole('dialog', { name: `完成交车 ${made.name}` })
  await expect(delivery.getByRole('spinbutton', { name: '成交价格' })).toHaveValue('128,800')
  const chosen = (group: string): Locator =>
    delivery.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true })
  await expect(chosen('收款方式')).toHaveAccessibleName('按揭')
  await expect(chosen('购买保险')).toHaveAccessibleName('是')
  await expect(delivery.getByRole('textbox', { name: '回访日期' })).toHaveValue(dayText(inDays(3)))
  await expect(delivery.getByRole('alert')).toHaveText('厂家尚未配车')
  await press(delivery, '完成交车')
  const question = page.getByRole('dialog', { name: '厂家尚未配车，是否继续交车?' })
  // The confirmation repeats the values that will be saved.
  for (const fact of ['128,800元', '按揭', dayText(inDays(3))]) await expect(question).toContainText(fact)
  await press(question, '继续交车')
  await expectNotice(page, '客户已完成交车!')
  await expect(page.locator('.sr-c-head .sr-level')).toHaveText('D')
  await expect(newest(timelineOf(page))).toContainText('交车')
})

test('a suspended customer must be woken before delivery: a message comes before the form opens', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const orderId = await addApproved(request, made)
  const rest = { customerId: made.customerId, resumeDuration: 30 }
  await mustPost(request, '/v2/appCustomerService/pause', rest, consultant())
  await openOrder(page, orderId, 'approved')
  await pressMore(page, '交车')
  await expectNotice(page, '客户休眠中，唤醒后可交车')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Another session woke the customer: the state at page load no longer counts.
  await mustPost(request, '/v2/appCustomerService/resume', { customerId: made.customerId }, consultant())
  await pressMore(page, '交车')
  await expect(page.getByRole('dialog', { name: `完成交车 ${made.name}` })).toBeVisible()
})

test('another member was faster: shows a message in place; more orders follow, and a read-only file', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const orderId = await addQuickOrder(request, made)
  await openFile(page, made)
  await press(card(page), '提交审批')
  const submit = page.getByRole('dialog', { name: /^提交审批 DD/ })
  await complete(submit)
  await mustPost(request, '/v2/appCustomerService/submitOrder', { orderId, buyer }, consultant())
  await press(submit, '提交审批')
  await expect(submit.getByRole('alert').last()).toContainText('订单当前为“已提交”')
  await press(submit, '取消')
  await expect(card(page)).toContainText('已提交')

  await mustPost(request, '/v2/appVerifyService/confirmOrder', { orderId }, reviewer())
  await addQuickOrder(request, made)
  await page.reload()
  await expect(card(page)).toContainText('共2单')
  await press(card(page), '更多订单')
  const list = page.getByRole('dialog', { name: `${made.name}的订单` })
  await expect(list.getByRole('article')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await card(page).getByRole('link', { name: '订单详情' }).click()
  await expect(page).toHaveURL(
    /#\/order\/orderDetail\?from=customerDetail&type=\w+&orderId=\d+&customerId=\d+&dealId=\d+$/,
  )

  await page.goto(`/#/customer/detail/${made.customerId}?a=1`)
  await press(card(page), '更多订单')
  await expect(list.getByRole('article')).toHaveCount(2)
  await expect(list.getByRole('button', { name: '取消订单' })).toHaveCount(0)
})
