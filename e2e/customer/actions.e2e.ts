import { dayText } from '@showroom/contract/kernel/day'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, demoCustomer, getCustomer, inDays, series } from '../tools/customers.ts'
import type { MadeCustomer } from '../tools/customers.ts'
import { actionsOf, newest, nextCard, timelineOf } from '../tools/follow.ts'
import { choose, expectNotice, expectUndo, problemOf, select } from '../tools/form.ts'
import { addApprovedOrder, deliver } from '../tools/order-steps.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sentTo, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Actions on a customer other than following up: one journey per visitor, one step per dialog. */

const consultant = () => sessionOf(people.consultant)
const reviewer = () => sessionOf(people.salesManager)

const action = (page: Page, name: string): Locator =>
  actionsOf(page).getByRole('button', { name, exact: true })
const head = (page: Page): Locator => page.locator('.sr-c-head')

async function openMore(page: Page, name: string): Promise<void> {
  await action(page, '更多').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Opens an action's dialog: by its button, or from the 更多 menu. */
async function openAction(page: Page, name: string, customer: Pick<MadeCustomer, 'name'>): Promise<Locator> {
  const button = action(page, name)
  await expect(nextCard(page).getByRole('button').first()).toBeVisible()
  if ((await button.count()) > 0) await button.click()
  else await openMore(page, name)
  const dialog = page.getByRole('dialog', { name: `${name} ${customer.name}` })
  await expect(dialog).toBeVisible()
  return dialog
}

const submit = (dialog: Locator, name: string): Promise<void> =>
  dialog.getByRole('button', { name, exact: true }).click()

/** Expects the new timeline row, first and marked as new, on the page behind the dialog. */
async function expectTold(page: Page, subject: string, content = ''): Promise<void> {
  await expect(newest(timelineOf(page))).toContainText(subject)
  await expect(newest(timelineOf(page))).toContainText(content)
  await expect(newest(timelineOf(page))).toHaveClass(/sr-c-row-new/)
}

const requestDefeat = { failReason: 2, failSubReason: 21, remark: '预算不够，改买二手车' }

/** Makes a customer with a defeat waiting for review. */
async function addWaiting(request: APIRequestContext): Promise<MadeCustomer> {
  const made = await addCustomer(request, consultant())
  await mustPost(
    request,
    '/v2/appCustomerService/fail',
    { customerId: made.customerId, dealId: made.dealId, ...requestDefeat },
    consultant(),
  )
  return made
}

test('批注, 客户标签 and 暂停回访: each takes back what it can', async ({ page, request }) => {
  const made = await addCustomer(request, consultant(), { tags: '急购' })
  const file = page.getByRole('region', { name: '客户资料' })
  await enter(page, consultant(), `/customer/detail/${made.customerId}`)

  await test.step('批注: @ offers colleagues; the note appears in the timeline at once', async () => {
    const dialog = await openAction(page, '批注', made)
    const note = dialog.getByLabel('批注内容')
    await expect(note).toBeFocused()
    await submit(dialog, '保存')
    await expect(problemOf(dialog, 'remark')).toHaveText('请输入批注内容')
    await note.pressSequentially('价格请批 @')
    await page.getByRole('menuitem', { name: people.salesManager.name }).click()
    await expect(note).toHaveValue(`价格请批 @${people.salesManager.name} `)
    await note.press('Control+Enter')
    await expectNotice(page, '批注已保存')
    await expect(dialog).toBeHidden()
    await expectTold(page, '批注', '价格请批')
    await expect(action(page, '批注')).toBeFocused()
  })

  await test.step('客户标签: one at a time, or several at once', async () => {
    await file.getByRole('button', { name: '编辑标签' }).click()
    const dialog = page.getByRole('dialog', { name: `客户标签 ${made.name}` })
    const tags = dialog.getByRole('combobox', { name: '自定义标签' })
    await tags.fill('价格敏感')
    await tags.press('Enter')
    await tags.fill('二胎家庭，看重空间 ')
    await submit(dialog, '保存')
    const bar = await expectUndo(page, '标签已保存')
    for (const tag of ['急购', '价格敏感', '二胎家庭', '看重空间'])
      await expect(file.getByText(tag, { exact: true })).toBeVisible()
    await expectTold(page, '画像标签')
    await bar.getByRole('button', { name: '撤销' }).click()
    await expect(file.getByText('价格敏感', { exact: true })).toHaveCount(0)
    await expect(bar).toBeHidden()
  })

  await test.step('暂停回访 and 唤醒: suspends for a week, and wakes', async () => {
    let dialog = await openAction(page, '暂停回访', made)
    await expect(dialog).toContainText('此操作将该客户暂停回访, 是否继续?')
    await expect(dialog).toContainText(dayText(inDays(7)))
    await submit(dialog, '取消')
    await expect(dialog).toBeHidden()
    await expect(action(page, '更多')).toBeFocused()
    dialog = await openAction(page, '暂停回访', made)
    const paused = sentTo(page, '/v2/appCustomerService/pause')
    await submit(dialog, '暂停回访')
    expect(await paused).toMatchObject({ customerId: made.customerId, resumeDuration: 7 })
    await expectNotice(page, '暂停回访操作成功!')
    await expect(head(page)).toContainText('休眠中')
    await expectTold(page, '休眠', '休眠 7天')

    // Waking needs no confirmation, because it can be undone.
    await action(page, '唤醒').click()
    await expectUndo(page, '客户已唤醒!')
    await expectTold(page, '唤醒')
    await expect(head(page)).not.toContainText('休眠中')
    await expect(nextCard(page)).toContainText('今天')
    // The button 唤醒 is gone, so the focus moves to the top of the page.
    await expect(page.getByRole('heading', { name: made.name })).toBeFocused()
  })

  await test.step('战败: the reason asks for its own fields, and a reviewer decides', async () => {
    const dialog = await openAction(page, '战败', made)
    await submit(dialog, '提交战败申请')
    await expect(problemOf(dialog, 'failReason')).toHaveText('请选择战败原因')
    await expect(problemOf(dialog, 'remark')).toHaveText('请输入备注')
    await choose(dialog, '战败原因', '同城其他店购买')
    await choose(dialog, '战败次原因', '他店')
    await dialog.getByRole('combobox', { name: '战败经销商' }).fill('城东某店')
    await dialog.getByLabel('备注').fill('同城另一家店优惠更大')
    await submit(dialog, '提交战败申请')
    await expectNotice(page, '客户已被战败!')
    await expectTold(page, '战败申请', '城东某店')
    await expect(head(page)).toContainText('待战败审核')
    await expect(page.getByRole('alert').filter({ hasText: '战败申请待审核' })).toContainText(
      '同城其他店购买 / 他店',
    )
    // A consultant has no 再分配 and no review.
    await expect(action(page, '批注')).toBeVisible()
    for (const name of ['再分配', '同意战败', '驳回战败', '复活', '订车'])
      await expect(action(page, name)).toHaveCount(0)
    await expect(action(page, '跟进')).toBeDisabled()
    await expect(nextCard(page)).toContainText('战败申请审核中，审核结束后可跟进')
  })
})

test('a superior reassigns, and decides on defeats: agreed, rejected, and decided by another reviewer meanwhile', async ({
  page,
  request,
}) => {
  const made = await addCustomer(request, consultant())
  const [agreed, recalled, contested] = [
    await addWaiting(request),
    await addWaiting(request),
    await addWaiting(request),
  ]
  const file = page.getByRole('region', { name: '客户资料' })
  const openFile = async ({ customerId, name }: MadeCustomer): Promise<void> => {
    await page.goto(`/#/customer/detail/${customerId}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }

  await test.step('再分配: offers every member of the store but the owner', async () => {
    await enter(page, reviewer(), `/customer/detail/${made.customerId}`)
    const dialog = await openAction(page, '再分配', made)
    await expect(dialog).toContainText(`当前客户经理：${people.consultant.name}`)
    await submit(dialog, '再分配')
    await expect(problemOf(dialog, 'memberId')).toHaveText('请选择客户经理')
    await dialog.getByRole('combobox', { name: '客户经理' }).click()
    const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    await expect(list.getByTitle(people.otherConsultant.name, { exact: true })).toBeVisible()
    await expect(list.getByTitle(people.consultant.name, { exact: true })).toHaveCount(0)
    await list.getByTitle(people.otherConsultant.name, { exact: true }).click()
    await dialog.getByLabel('备注').fill('客户搬到城东，就近服务')
    await submit(dialog, '再分配')
    const bar = await expectUndo(page, '客户再分配成功!')
    await expect(bar).toContainText(`${made.name} → ${people.otherConsultant.name}`)
    await expectTold(page, '再分配', '就近服务')
    await expect(file).toContainText(people.otherConsultant.name)
    const after = await getCustomer(request, sessionOf(people.otherConsultant), made.customerId)
    expect(after.pendingActivity?.ownerName).toBe(people.otherConsultant.name)
    await expectAccessible(page, '撤销')
    // Works from anywhere on the page.
    await page.keyboard.press('Control+z')
    await expectNotice(page, '已撤销')
    await expect(bar).toBeHidden()
    await expectTold(page, '撤销再分配')
    await expect(file).toContainText(people.consultant.name)
  })

  await test.step('同意战败: the reviewer sees the request and agrees', async () => {
    await openFile(agreed)
    const dialog = await openAction(page, '同意战败', agreed)
    await expect(dialog).toContainText('此操作将同意该客户战败申请, 是否继续?')
    await expect(dialog).toContainText(requestDefeat.remark)
    await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
    await expectAccessible(page, '同意战败')
    await submit(dialog, '同意战败')
    await expectNotice(page, '该客户已战败审核通过')
    await expect(head(page)).toContainText('已战败')
    await expectTold(page, '战败审核通过')
  })

  await test.step('复活: asks for a level, a manager and a next contact', async () => {
    const dialog = await openAction(page, '复活', agreed)
    await expect(dialog.locator('[data-field="memberId"] .ant-select')).toContainText(people.consultant.name)
    await choose(dialog, '意向级别', 'A')
    await expect(dialog.getByRole('textbox', { name: '跟进日期' })).toHaveValue(dayText(inDays(14)))
    await submit(dialog, '复活')
    await expect(problemOf(dialog, 'remark')).toHaveText('请输入备注')
    await choose(dialog, '下次跟进', '试驾')
    await expect(dialog.locator('[data-field="nextTestSpecId"]')).toContainText(series.name)
    await dialog.getByLabel('备注').fill('客户主动来电，想看新款')
    const revived = sentTo(page, '/v2/appCustomerService/relive')
    await submit(dialog, '复活')
    expect(await revived).toMatchObject({
      completedActivityType: 1,
      images1: '',
      level: 'A',
      nextActivityType: 3,
    })
    await expectNotice(page, '客户已复活!')
    await expectTold(page, '复活', '客户主动来电，想看新款')
    await expect(head(page).locator('.sr-level')).toHaveText('A')
    await expect(action(page, '跟进')).toBeEnabled()
  })

  await test.step('驳回战败: a cross recall assigns another consultant', async () => {
    await openFile(recalled)
    const dialog = await openAction(page, '驳回战败', recalled)
    await submit(dialog, '驳回战败')
    await expect(problemOf(dialog, 'crossRecall')).toHaveText('请选择交叉回访')
    await expect(problemOf(dialog, 'memberId')).toHaveText('请选择客户经理')
    await expect(problemOf(dialog, 'remark')).toHaveText('驳回原因不能为空')
    const manager = dialog.locator('[data-field="memberId"] .ant-select')
    await choose(dialog, '交叉回访', '否')
    await expect(manager).toContainText(people.consultant.name)
    await choose(dialog, '交叉回访', '是')
    await expect(manager).not.toContainText(people.consultant.name)
    await expect(dialog).toContainText('已随机选择，可更换')
    await select(dialog, '客户经理', people.otherConsultant.name)
    await dialog.getByLabel('驳回原因').fill('客户刚问过金融方案，再沟通一次')
    await submit(dialog, '驳回战败')
    await expectNotice(page, '客户已被驳回战败申请!')
    await expectTold(page, '战败驳回', `客户经理：${people.otherConsultant.name}`)
    await expect(head(page).locator('.sr-level')).toHaveText('N')
    const after = await getCustomer(request, sessionOf(people.otherConsultant), recalled.customerId)
    expect(after).toMatchObject({
      info: { level: 'N', crossRecall: 1, intendSerieses: [{ specId: series.id }] },
      pendingActivity: { type: 1, activityDate: inDays(2) },
    })
  })

  await test.step('the slower of two reviewers gets a notice and keeps the typed text', async () => {
    await openFile(contested)
    const dialog = await openAction(page, '驳回战败', contested)
    await choose(dialog, '交叉回访', '否')
    await dialog.getByLabel('驳回原因').fill('先别放弃')
    await mustPost(
      request,
      '/v2/appVerifyService/confirmFail',
      { customerId: contested.customerId },
      sessionOf(people.generalManager),
    )
    await submit(dialog, '驳回战败')
    const report = dialog
      .getByRole('alert')
      .filter({ hasText: `该战败申请已由${people.generalManager.name}同意` })
    await expect(report).toContainText(`最新记录：${people.generalManager.name} 战败审核通过`)
    await expect(report).toContainText('客户现为已战败')
    await expect(report).toContainText('填写的内容仍在')
    await expect(dialog.getByLabel('驳回原因')).toHaveValue('先别放弃')
    await expect(head(page)).toContainText('已战败')
    await submit(dialog, '取消')
    await expect(action(page, '复活')).toBeVisible()
  })
})

test('a notice that mentions a reader opens the note; ?a=1 offers no action except the links of the timeline', async ({
  page,
  request,
}) => {
  const made = await addWaiting(request)
  const remark = `价格请批 @${people.salesManager.name} `
  await mustPost(
    request,
    '/v2/appCustomerService/remark',
    { customerId: made.customerId, remark },
    consultant(),
  )
  await enter(page, reviewer(), `/customer/detail/${made.customerId}?a=1`)
  await expect(page.getByText('仅可查看：您在此页面不能编辑或跟进该客户')).toBeVisible()
  await expect(timelineOf(page)).toContainText('战败申请')
  await expect(nextCard(page).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /编辑|批注|更多|同意战败/ })).toHaveCount(0)
  await page.getByRole('button', { name: /^消息/ }).click()
  await page
    .getByRole('dialog', { name: '消息' })
    .getByRole('link', { name: new RegExp(`在${made.name}的批注中提到您`) })
    .click()
  await expect(page).toHaveURL(new RegExp(`/customer/detail/${made.customerId}[?]note=`))
  await expect(newest(timelineOf(page))).toHaveClass(/sr-c-row-new/)
})

test.describe('in an own window with its own clock', () => {
  test.use({ ownWindow: true })

  test('an action can be undone for eight seconds', async ({ page, request }) => {
    const made = await addCustomer(request, consultant(), { tags: '急购' })
    await page.clock.install()
    await enter(page, consultant(), `/customer/detail/${made.customerId}`)
    const file = page.getByRole('region', { name: '客户资料' })
    await file.getByRole('button', { name: '编辑标签' }).click()
    const dialog = page.getByRole('dialog', { name: `客户标签 ${made.name}` })
    await dialog.getByRole('combobox', { name: '自定义标签' }).fill('价格敏感 ')
    await submit(dialog, '保存')
    const bar = await expectUndo(page, '标签已保存')
    await expect(file.getByText('价格敏感', { exact: true })).toBeVisible()
    // The bar stays while the pointer is on it.
    await bar.hover()
    await page.clock.runFor(20_000)
    await expect(bar).toBeVisible()
    await page.mouse.move(5, 5)
    await page.clock.runFor(9_000)
    await expect(bar).toBeHidden()
  })
})

test('回访, an open order and 线索详情: what the state of a customer allows', async ({ page, request }) => {
  await test.step('回访: completes the planned visit and shows the next one', async () => {
    const sold = await demoCustomer(request, consultant(), { type: 4 })
    await enter(page, consultant(), `/customer/detail/${sold.customerId}`)
    const dialog = await openAction(page, '回访', sold)
    await expect(dialog.locator('[data-field="completedDate"] input')).toHaveValue(dayText(inDays(0)))
    await submit(dialog, '完成回访')
    await expect(problemOf(dialog, 'contactStatus')).toHaveText('请选择联系状态')
    await expect(problemOf(dialog, 'remark')).toHaveText('请输入备注')
    await choose(dialog, '联系状态', '已联系')
    await dialog.getByLabel('备注').fill('用车满意，提醒首保')
    await dialog.getByRole('checkbox', { name: '安排下次回访' }).uncheck()
    await expect(dialog.getByRole('textbox', { name: '下次回访日期' })).toBeHidden()
    await dialog.getByRole('checkbox', { name: '安排下次回访' }).check()
    await dialog.getByRole('button', { name: '30天后' }).click()
    await submit(dialog, '完成回访')
    await expectNotice(page, '完成客户回访')
    await expectTold(page, '回访', '用车满意，提醒首保')
    await expect(nextCard(page)).toContainText('30天后')
  })
  await test.step('a customer with an open order can be neither given up nor suspended', async () => {
    const made = await addCustomer(request, consultant())
    const order = {
      specId: 20101,
      deliverDate: inDays(30),
      color: '松雪白',
      price: 159_800,
      downPayment: 5000,
    }
    const { customerId, dealId } = made
    await mustPost(request, '/v2/appCustomerService/order', { customerId, dealId, ...order }, consultant())
    await page.goto(`/#/customer/detail/${customerId}`)
    await expect(page.getByRole('heading', { name: made.name })).toBeVisible()
    await openMore(page, '暂停回访')
    const warning = page.getByRole('dialog', { name: '温馨提示' })
    await expect(warning).toContainText(
      '该客户下有未处理订单，不允许操作战败/休眠，如要战败/休眠客户，请取消订单。请知晓!',
    )
    await expectAccessible(page, '未处理订单')
    await submit(warning, '知道了')
    await expect(warning).toBeHidden()
    // After the order is cancelled the customer can be given up.
    await openMore(page, '战败')
    await submit(warning, '查看订单')
    const list = page.getByRole('dialog', { name: `${made.name}的订单` })
    await submit(list, '取消订单')
    const cancel = page.getByRole('dialog', { name: /^取消订单/ })
    await select(cancel, '取消原因', '重复下单')
    await submit(cancel, '取消订单')
    await expectNotice(page, '取消订单成功')
    await list.getByRole('button', { name: '关闭' }).last().click()
    await expect(list).toBeHidden()
    await openMore(page, '战败')
    await expect(page.getByRole('dialog', { name: `战败 ${made.name}` })).toBeVisible()
  })
  await test.step('再购 is possible once all ordered cars are delivered, and shows why not before', async () => {
    const made = await addCustomer(request, consultant())
    const [first, second] = [await addApprovedOrder(request, made), await addApprovedOrder(request, made)]
    await deliver(request, made, first)
    await page.goto(`/#/customer/detail/${made.customerId}`)
    await expect(action(page, '再购')).toHaveAttribute('aria-disabled', 'true')
    await expect(nextCard(page)).toContainText('还有未交车的订单，交车后可再购')
    await deliver(request, made, second)
    await page.reload()
    await openAction(page, '再购', made)
  })
  await test.step('线索详情: shows where an online customer came from', async () => {
    const customer = await demoCustomer(request, consultant(), { fromType: 1 }, (file) =>
      file.timelines.some(({ onlineCustomerId }) => onlineCustomerId > 0),
    )
    await page.goto(`/#/customer/detail/${customer.customerId}?a=1`)
    await expect(page.getByRole('heading', { name: customer.name })).toBeVisible()
    await timelineOf(page).getByRole('button', { name: '查看线索' }).first().click()
    const dialog = page.getByRole('dialog', { name: '线索详情' })
    await expect(dialog.getByRole('region', { name: '处理记录' }).getByRole('listitem').first()).toBeVisible()
    await expect(dialog).toContainText(/\d{3}\*{4}\d{4}/)
    await expectAccessible(page, '线索详情')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true })

  test('确认到店 and 批注 work by touch', async ({ page, request }) => {
    const made = await addCustomer(request, consultant())
    await enter(page, consultant(), `/customer/detail/${made.customerId}`)
    const bar = page.locator('.sr-c-phone-bar')
    const open = async (name: string): Promise<Locator> => {
      await bar.getByRole('button', { name: '更多' }).tap()
      await page.getByRole('menuitem', { name, exact: true }).tap()
      const dialog = page.getByRole('dialog', { name: `${name} ${made.name}` })
      await expect(dialog).toBeVisible()
      return dialog
    }
    let dialog = await open('确认到店')
    await expect(dialog).toContainText('此操作将确认该客户到店, 是否继续?')
    await submit(dialog, '确认到店')
    await expectUndo(page, '确认到店完成')
    await expectTold(page, '确认到店')
    dialog = await open('批注')
    await dialog.getByLabel('批注内容').fill('到店看了展车')
    await submit(dialog, '保存')
    await expectNotice(page, '批注已保存')
    await expectTold(page, '批注', '到店看了展车')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })
})
