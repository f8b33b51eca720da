import { dayText } from '@showroom/contract/kernel/day'
import { followCustomer, getCustomer, inDays, series } from '../tools/customers.ts'
import { choose, clear, expectNotice, finish, problemOf, select, selectAll } from '../tools/form.ts'
import { newest, openFollow, remark, timelineOf } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const session = (): ReturnType<typeof sessionOf> => sessionOf(people.consultant)

test('a customer is followed up again and again: by keyboard, with a quote, an invitation, a visit, and into dormancy', async ({
  page,
  request,
}) => {
  const { made, dialog, next, timeline } = await openFollow(page, request, session())
  const reopen = async (): Promise<void> => {
    await next.getByRole('button', { name: '跟进', exact: true }).click()
    await expect(dialog.locator('[data-field] :focus')).toHaveCount(1)
  }

  await test.step('the whole follow-up works by keyboard', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('heading', { name: made.name }).click()
    await page.keyboard.press('f')
    const focused = page.locator(':focus')
    await expect(remark(dialog)).toBeFocused()
    await expect(
      dialog.getByRole('radiogroup', { name: '沟通方式' }).getByRole('radio', { name: '电话' }),
    ).toBeChecked()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expect(
      dialog.getByRole('radiogroup', { name: '发生事件' }).getByRole('radio', { name: '报价' }),
    ).toBeChecked()
    await expect(dialog.getByLabel('报价金额')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.type('98000')
    await page.keyboard.press('Tab')
    await page.keyboard.type('全程键盘')
    await page.keyboard.press('Tab')
    await expect(focused).toHaveAttribute('type', 'radio')
    await page.keyboard.press('ArrowRight')
    await expect(
      dialog.getByRole('radiogroup', { name: '意向级别' }).getByRole('radio', { name: 'A' }),
    ).toBeChecked()
    await page.keyboard.press('Control+Enter')
    await expectNotice(page, '跟进已保存')
    await expect(dialog).toBeHidden()
    await expect(newest(timeline)).toContainText('全程键盘')
    await expect(newest(timeline)).toContainText('报价 98,000元')
    await expect(next).toContainText('14天后')
  })

  await test.step('a telephone talk with a quote plans the next follow-up on its level’s date', async () => {
    await reopen()
    await dialog.getByRole('button', { name: '完成跟进' }).click()
    await expect(problemOf(dialog, 'remark')).toHaveText('请输入备注')
    await choose(dialog, '沟通方式', '电话')
    await choose(dialog, '发生事件', '报价')
    await remark(dialog).fill('报了落地价，客户要和家里商量')
    await clear(dialog, 'specIds')
    await clear(dialog, 'nextDate')
    await dialog.getByRole('button', { name: '完成跟进' }).click()
    await expect(problemOf(dialog, 'quote')).toHaveText('请输入报价金额')
    await expect(problemOf(dialog, 'specIds')).toHaveText('请选择意向车型')
    await expect(problemOf(dialog, 'nextDate')).toHaveText('下次跟进不为空，请选择跟进日期')
    await dialog.getByRole('spinbutton', { name: '报价金额' }).fill('168800.5')
    await selectAll(dialog, '意向车系', [series.name])
    await choose(dialog, '意向级别', 'B')
    await finish(dialog, '完成跟进')
    await expectNotice(page, '跟进已保存')
    await expect(newest(timeline)).toContainText('沟通')
    for (const text of [
      '报了落地价，客户要和家里商量',
      '电话',
      '报价 168,800.50元',
      `${dayText(inDays(30)).slice(5)} 沟通`,
    ])
      await expect(newest(timeline)).toContainText(text)
    await expect(newest(timeline)).not.toContainText('备注')
    await expect(newest(timeline)).toContainText(people.consultant.name)
    await expect(next).toContainText('30天后')
    await expect(page.locator('.sr-c-head .sr-level')).toHaveText('B')
    await expect(timeline.getByRole('listitem')).toHaveCount(3)
    const file = await getCustomer(request, session(), made.customerId)
    expect(file.pendingActivity).toMatchObject({ type: 1, activityDate: inDays(30) })
  })

  await test.step('an invitation to the store plans the visit for the reserved day', async () => {
    await reopen()
    await choose(dialog, '沟通方式', '微信')
    await choose(dialog, '发生事件', '邀约试驾')
    await expect(dialog.getByRole('combobox', { name: '试驾车系' })).toBeVisible()
    await choose(dialog, '发生事件', '邀约到店')
    await expect(dialog.getByRole('combobox', { name: '试驾车系' })).toBeHidden()
    await remark(dialog).fill('周末带家人来看车')
    await dialog.getByRole('button', { name: '完成跟进' }).click()
    await expect(problemOf(dialog, 'reserveComeDate')).toHaveText('请选择预约到店时间')
    const reserved = dialog.locator('[data-field="reserveComeDate"]')
    await reserved.getByRole('button', { name: '后天' }).click()
    // One moment, not a second date.
    await expect(dialog.locator('[data-field="nextDate"]')).toHaveCount(0)
    await finish(dialog, '完成跟进')
    for (const text of ['周末带家人来看车', '邀约到店', `${dayText(inDays(2)).slice(5)} 到店`])
      await expect(newest(timeline)).toContainText(text)
    await expect(next).toContainText('到店')
    await expect(next).toContainText('后天')
  })

  await test.step('the next one starts with the visit; visit and test drive each ask for their own fields', async () => {
    await reopen()
    await expect(
      dialog.getByRole('radiogroup', { name: '跟进方式' }).getByRole('radio', { name: '到店' }),
    ).toBeChecked()
    await remark(dialog).fill('底盘满意，嫌后排小')
    await dialog.getByRole('button', { name: '完成跟进' }).click()
    await expect(problemOf(dialog, 'comeDuration')).toHaveText('请选择到店时长')
    await choose(dialog, '到店时长', '30-60分钟')
    await choose(dialog, '跟进方式', '试驾')
    await select(dialog, '试驾车系', series.name)
    await choose(dialog, '试驾结果', '一般')
    await finish(dialog, '完成跟进')
    for (const text of ['底盘满意，嫌后排小', series.name, '一般'])
      await expect(newest(timeline)).toContainText(text)
    const file = await getCustomer(request, session(), made.customerId)
    expect(file.customer.deal.arrivedAt).toBeGreaterThan(0)
  })

  await test.step('one saved by another member first keeps the typed text and shows the newest state', async () => {
    const before = await timeline.getByRole('listitem').count()
    await reopen()
    await choose(dialog, '跟进方式', '沟通')
    await choose(dialog, '沟通方式', '电话')
    await choose(dialog, '发生事件', '其他')
    await remark(dialog).fill('我也联系了客户')
    await followCustomer(request, sessionOf(people.salesManager), made.customerId, {
      remark: '经理先打了电话',
      level: 'C',
    })
    await dialog.getByRole('button', { name: '完成跟进' }).click()
    const problem = dialog.getByRole('alert').filter({ hasText: '该跟进任务已被处理' })
    await expect(problem).toContainText(`最新记录：${people.salesManager.name} 沟通`)
    await expect(problem).toContainText('经理先打了电话')
    await expect(remark(dialog)).toHaveValue('我也联系了客户')
    await expect(
      dialog.getByRole('radiogroup', { name: '意向级别' }).getByRole('radio', { checked: true }),
    ).toHaveValue(/.*/)
    await finish(dialog, '完成跟进')
    await expect(newest(timeline)).toContainText('我也联系了客户')
    await expect(timeline.getByRole('listitem')).toHaveCount(before + 2)
    const file = await getCustomer(request, session(), made.customerId)
    expect(file.info.level).toBe('C')
  })

  await test.step('a dormant customer sleeps until the chosen day', async () => {
    await reopen()
    await choose(dialog, '沟通方式', '电话')
    await choose(dialog, '发生事件', '其他')
    await remark(dialog).fill('出国一个月')
    await choose(dialog, '后续安排', '转为休眠')
    await dialog.getByRole('button', { name: '完成跟进并休眠' }).click()
    await expect(problemOf(dialog, 'resumeDuration')).toHaveText('请选择自动唤醒时间')
    await choose(dialog, '自动唤醒时间', '30天')
    await finish(dialog, '完成跟进并休眠')
    await expectNotice(page, '跟进已保存，客户已休眠')
    await expect(newest(timeline)).toContainText('休眠')
    await expect(newest(timeline)).toContainText('休眠 30天')
    await expect(next).toContainText(/休眠中.*30天后.*自动唤醒/)
    await expect(next.getByRole('button', { name: '跟进', exact: true, disabled: false })).toHaveCount(0)
  })
})

test('the days of slots begin with tomorrow, and say why, once today has no hour left', async ({
  page,
  request,
}) => {
  await page.route('**/v1/appointmentRpc/day', async (route) => {
    const answer = (await (await route.fetch()).json()) as { opensAt: number }
    await route.fulfill({ json: { ...answer, closesAt: answer.opensAt } })
  })
  const { dialog } = await openFollow(page, request, session())
  await choose(dialog, '下次跟进', '到店')
  await expect(dialog.getByText('今天已没有可预约的时间')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '明天', exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: '今天', exact: true })).toHaveCount(0)
})

test('a dialog that could not save its draft asks before it closes', async ({ page, request, context }) => {
  const { dialog } = await openFollow(page, request, session())
  await context.setOffline(true)
  await remark(dialog).fill('写到一半')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '放弃未保存的内容?' })
  await question.getByRole('button', { name: '继续填写' }).click()
  await expect(question).toBeHidden()
  await expect(remark(dialog)).toHaveValue('写到一半')
  await dialog.getByRole('button', { name: '取消' }).click()
  await question.getByRole('button', { name: '放弃', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(timelineOf(page).getByRole('listitem')).toHaveCount(1)
})
