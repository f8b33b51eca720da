import { dayText } from '@showroom/contract/kernel/day'
import type { Page } from '@playwright/test'
import { addCustomer, inDays, series } from '../tools/customers.ts'
import { actionsOf } from '../tools/follow.ts'
import { choose, expectNotice, finish, pickDay, press, problemOf, select } from '../tools/form.ts'
import { section, steps, titles, head, openOrder, pressMore } from '../tools/order-page.ts'
import {
  addFullOrder,
  approve,
  consultant,
  getOrder,
  makerSays,
  reject,
  submit,
} from '../tools/order-steps.ts'
import { enter } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The life of an order on its own page, until it is allocated or cancelled. */

const vin = 'LSVAA41Z8N2100417'

async function pickCity(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: '上牌城市' }).click()
  const menus = page.locator('.ant-cascader-menu')
  await menus.nth(0).getByText('浙江省').click()
  await menus.nth(1).getByText('杭州市').click()
  await page.keyboard.press('Escape')
}

/** Adds a line by keyboard and one click: finds the model, chooses the colour at that index. */
async function addLine(page: Page, at: number): Promise<void> {
  await press(section(page, '订车明细'), '添加订车明细')
  const dialog = page.getByRole('dialog', { name: '订车明细添加' })
  await dialog.getByRole('combobox', { name: '搜索车系、车型' }).fill(series.name)
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('radiogroup', { name: '配置与颜色' }).locator('label').nth(at).click()
  await press(dialog, '添加')
  await expect(dialog).toBeHidden()
}

test('an order is created from the file, saved, submitted, rejected, changed, approved and allocated', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const questions: string[] = []
  page.on('request', (sent) => {
    if (/getUserInfo$/i.test(sent.url())) questions.push(sent.postData() ?? '')
  })
  await enter(page, consultant(), `/customer/detail/${made.customerId}`)
  await press(actionsOf(page), '订车')
  await page.getByRole('dialog').getByRole('link', { name: '填写完整订单' }).click()
  await expect(page.getByRole('heading', { name: `新建订单 ${made.name}` })).toBeVisible()
  // Nothing is revealed until somebody asks; the eye only shows, and what stays masked is the file's own.
  const phone = page.getByRole('textbox', { name: '手机号' })
  const masked = `${made.mobile.slice(0, 3)}****${made.mobile.slice(-4)}`
  await expect(phone).toHaveValue(masked)
  await expect(phone).toHaveAttribute('readonly')
  expect(questions).toEqual([])
  await press(page, '查看完整手机号')
  await expect(phone).toHaveValue(made.mobile)
  await press(page, '隐藏手机号')
  await expect(phone).toHaveValue(masked)
  expect(questions).toHaveLength(1)
  await press(page, '修改手机号')
  await expect(phone).toHaveValue(made.mobile)
  await expect(phone).toBeFocused()
  expect(questions).toHaveLength(2)
  await phone.fill(masked)

  await press(page, '提交审批')
  await expect(problemOf(page.locator('main'), 'carLicenseType')).toHaveText('请选择上牌方式')
  await expect(section(page, '订车明细')).toContainText('请添加订车明细')
  await choose(page.locator('main'), '上牌方式', '代办')
  await pickCity(page)
  await addLine(page, 0)
  await addLine(page, 1)
  await page.getByRole('spinbutton', { name: '单车定金' }).fill('5000')
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

  await press(page, '提交审批')
  await press(page.getByRole('dialog', { name: /^提交审批 DD/ }), '提交审批')
  await expectNotice(page, '提交订单成功')
  await expect(page).toHaveURL(new RegExp(`/customer/detail/${made.customerId}`))

  await reject(request, orderId, '价格低于底价')
  // The address has the old status; the page shows the current one.
  await page.goto(`/#/order/orderDetail?orderId=${orderId}&type=submitted&from=order`)
  await expect(page).toHaveURL(/type=rejected/)
  await expect(titles(page)).toHaveText(['待提交', '已提交', '已驳回'])
  await expect(page.getByRole('alert')).toContainText('驳回原因：价格低于底价')
  await press(page, '编辑')
  // Editors see clear numbers.
  await expect(page.getByRole('textbox', { name: '证件号码' })).toHaveValue('11010519491231002X')
  const price = page.getByRole('spinbutton', { name: '第1行单价' })
  await price.fill('99999')
  await price.press('Enter')
  await press(page, '提交审批')
  await press(page.getByRole('dialog', { name: '是否提交管理层进行审批' }), '提交审批')
  await expectNotice(page, '提交订单成功')

  await approve(request, orderId)
  const { orderNo } = await getOrder(request, orderId)
  await makerSays(orderNo, 4, { vehicles: [{ subOrderNo: `${orderNo}-1`, vin }] })
  await page.goto(`/#/order/orderDetail?orderId=${orderId}&type=approved&from=order`)
  await expect(section(page, '订车明细')).toContainText(vin)
  await expect(head(page)).toContainText('已配车')
  await expect(steps(page).nth(2)).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0)
})

test('an order can be cancelled until the maker has accepted it, and shows how far it had come', async ({
  page,
  request,
}) => {
  /** An approved order about which the maker has sent a status. */
  const addSent = async (status: number): Promise<number> => {
    const orderId = await addFullOrder(request, await addCustomer(request, consultant()))
    await submit(request, orderId)
    await approve(request, orderId)
    await makerSays((await getOrder(request, orderId)).orderNo, status)
    return orderId
  }
  const [received, accepted] = [await addSent(15), await addSent(16)]
  await openOrder(page, received)
  await pressMore(page, '取消订单')
  const dialog = page.getByRole('dialog', { name: /^取消订单 DD/ })
  await select(dialog, '取消原因', '购买竞品')
  await dialog.getByRole('textbox', { name: '备注' }).fill('买了别家的车')
  await finish(dialog, '取消订单')
  await expect(page).toHaveURL(/type=orderCancel/)
  await expect(titles(page)).toHaveText(['待提交', '已提交', '已审核', '已取消'])
  await expect(page.getByRole('alert')).toContainText('取消原因：购买竞品：买了别家的车')
  await expect(section(page, '订车明细')).toContainText('原定金')

  await page.goto(`/#/order/orderDetail?orderId=${accepted}&type=approved&from=order`)
  // Without a car a delivery is possible, but not the next step.
  await expect(section(page, '接下来')).toContainText('配车（厂家）')
  await expect(page.getByRole('button', { name: '交车' })).toHaveCount(0)
  await press(page.getByRole('group', { name: '订单操作' }), '更多')
  await expect(page.getByRole('menuitem')).toHaveText(['交车', '订车回访', '打印确认单'])
})
