import type { Locator, Page } from '@playwright/test'
import { addCustomer } from '../tools/customers.ts'
import { expectNotice, press } from '../tools/form.ts'
import {
  addFullOrder,
  approve,
  consultant,
  getOrder,
  makerSays,
  reject,
  reviewer,
  submit,
} from '../tools/order-steps.ts'
import { countPresses } from '../tools/presses.ts'
import { enter } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Orders from the review list to the decision and the next one, and the list of those that wait for a car. */

const list = '/activity/order-verify'
const facts = (page: Page): Locator => page.getByRole('region', { name: '审核参考' })
const tab = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: '审核状态' }).locator('label').filter({ hasText: name })

test('orders are decided on their rows, by two presses each; approved ones wait for a car', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const name = `${made.name}${'新能源汽车科技服务'.repeat(4)}有限公司`
  const company = { customerType: 2, name, licenseType: 5, licenseNumber: '91350100M000100Y43' }
  const orders: number[] = []
  for (const wishes of [company, {}, {}]) {
    const orderId = await addFullOrder(request, made, 1, wishes)
    await submit(request, orderId)
    orders.push(orderId)
  }
  await enter(page, reviewer(), list)
  await page.getByRole('searchbox').fill(made.name)
  const links = page.locator('[data-row-link]')
  await expect(links).toHaveText([name, made.name, made.name])
  await test.step('a long name of a company stays in its column', async () => {
    const cell = links.first().locator('xpath=ancestor::td')
    const widths = [await links.first().boundingBox(), await cell.boundingBox()].map((box) => box?.width ?? 0)
    expect(widths[0]).toBeLessThan(widths[1] ?? 0)
  })
  const withinTwo = await countPresses(page)
  await press(page.getByRole('row').nth(1), `同意 ${name} 的订单`)
  await press(page.getByRole('dialog', { name: /^同意订单/ }), '同意')
  await expectNotice(page, '审核通过')
  await withinTwo(2)
  // The focus is on the row that took the decided one's place.
  await expect(links).toHaveCount(2)
  await expect(links.first()).toBeFocused()
  const alsoTwo = await countPresses(page)
  await page.keyboard.press('a')
  await expect(
    page.getByRole('dialog', { name: /^同意订单/ }).getByRole('button', { name: '同意' }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(links).toHaveCount(1)
  await alsoTwo(2)
  await page.keyboard.press('r')
  const rejecting = page.getByRole('dialog', { name: /^驳回订单/ })
  await rejecting.getByRole('textbox', { name: '驳回原因' }).fill('请补充上牌资料')
  await page.keyboard.press('Control+Enter')
  await expect(links).toHaveCount(0)
  const statuses = await Promise.all(orders.map(async (id) => (await getOrder(request, id)).orderStatus))
  expect(statuses).toEqual([3, 3, 6])

  await test.step('the car-finding list shows the maker’s progress', async () => {
    await page.goto('/#/activity/order-approved')
    await expect(page.getByRole('heading', { name: '待配车订单' })).toBeVisible()
    await page.getByRole('searchbox').fill(made.name)
    await expect(links).toHaveCount(2)
    const { orderNo } = await getOrder(request, orders[1] ?? 0)
    const vin = 'LSVAA41Z8N2100417'
    await makerSays(orderNo, 4, { vehicles: [{ subOrderNo: `${orderNo}-1`, vin }] })
    await page
      .getByRole('radiogroup', { name: '配车进度' })
      .locator('label')
      .filter({ hasText: '已配车' })
      .click()
    await expect(links).toHaveText([made.name])
    const row = page.locator('tr', { hasText: made.name })
    await expect(row).toContainText('已配车')
    await expect(row).toContainText(vin)
  })
})

test('the keyboard goes from the list to the decisions, and back to the same list', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const first = await addFullOrder(request, made)
  await submit(request, first)
  await reject(request, first, '价格过低')
  await submit(request, first)
  const other = await addFullOrder(request, made, 2)
  await submit(request, other)

  await enter(page, reviewer(), `${list}?ft=2`)
  const search = page.getByRole('searchbox')
  await search.fill(made.name)
  await expect(page.locator('[data-row-link]')).toHaveText([made.name, made.name])
  await expect(tab(page, '待审核')).toContainText(/\d/)

  // The longest waiting comes first.
  await search.blur()
  await page.keyboard.press('j')
  await page.keyboard.press('f')
  await expect(page).toHaveURL(new RegExp(`/submitted\\?id=${first}&type=1`))
  await page.getByRole('link', { name: '返回', exact: true }).click()
  await page.locator('[data-row-link]').nth(1).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/submitted\\?id=${other}&type=1`))
  await expect(facts(page)).toContainText('指导价')
  await expect(facts(page)).toContainText((await getOrder(request, first)).orderNo)
  await page.keyboard.press('r')
  const rejecting = page.getByRole('dialog', { name: /^驳回订单/ })
  await press(rejecting, '驳回')
  await expect(rejecting).toContainText('驳回原因不能为空')
  await rejecting.getByRole('textbox', { name: '驳回原因' }).fill('请补充上牌资料')
  await press(rejecting, '驳回')
  await expectNotice(page, '已驳回')

  // Opens the next waiting order, with the answer to its rejection.
  await expect(page).toHaveURL(new RegExp(`/submitted\\?id=${first}&type=1`))
  await expect(facts(page)).toContainText('价格过低')
  await expect(facts(page)).toContainText('没有修改')
  await page.keyboard.press('a')
  await press(page.getByRole('dialog', { name: /^同意订单/ }), '同意')
  await expectNotice(page, '审核通过')

  await expect(page).toHaveURL(/order-verify\?.*ft=2/)
  await expect(search).toHaveValue(made.name)
  await tab(page, '已审核').click()
  await expect(page.locator('[data-row-link]')).toHaveText([made.name, made.name])
  await page.locator('[data-row-link]').first().click()
  await expect(page).toHaveURL(/\/approved\?id=/)
  await expect(page.getByRole('alert')).toContainText('请补充上牌资料')
  await page.getByRole('link', { name: '返回', exact: true }).click()
  await expect(page).toHaveURL(/order-verify\?.*ft=2/)

  // Its address only shows the order, to its consultant as well, and leads to the order's own page.
  await enter(page, consultant(), `/approved?id=${first}`)
  await press(page, '更多')
  await expect(page.getByRole('menuitem')).toHaveText(['打印确认单'])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '订单详情' }).click()
  await expect(page).toHaveURL(/orderDetail\?.*from=approved/)
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
