import type { Response } from '@playwright/test'
import { expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { addCustomer, demoCustomer, masked, series } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { withHistory } from '../tools/stage.ts'
import { expect, test } from '../tools/test.ts'

const session = (): ReturnType<typeof sessionOf> => sessionOf(people.consultant)

test('the file shows the known facts, masks numbers until they are revealed, and loads older records', async ({
  page,
  request,
}) => {
  const idNo = '110101199003071313'
  const made = await addCustomer(request, session(), {
    type: 2,
    companyName: '杭州云帆物流有限公司',
    gender: 2,
    tags: '急购 价格敏感',
    competitionSerieses: '5011',
    businessType: 4,
    buyCount: 12,
    remark: '月底前要提车',
    secondardPhone: '057188001122',
    addition: {
      idNo,
      identifyType: 1,
      province: '浙江省',
      city: '杭州市',
      area: '西湖区',
      address: '文三路90号',
    },
  })
  const answers: string[] = []
  const listen = async (response: Response): Promise<void> => {
    if (response.url().includes('/v2/')) answers.push(await response.text().catch(() => ''))
  }
  page.on('response', listen)
  await enter(page, session(), `/customer/detail/${made.customerId}`)
  const head = page.getByRole('heading', { name: made.name }).locator('xpath=..')
  await expect(head.getByText(masked(made.mobile))).toBeVisible()
  const file = page.getByRole('region', { name: '客户资料' })
  await expect(file.getByText('110***********1313')).toBeVisible()
  await expect(file.getByText('浙江省杭州市西湖区')).toBeVisible()
  await expect(page.getByText('文三路')).toBeHidden()
  expect(answers.join('')).not.toContain(made.mobile)
  expect(answers.join('')).not.toContain(idNo)
  page.off('response', listen)

  await head.getByRole('button', { name: '查看完整手机号' }).click()
  await expect(head.getByRole('link', { name: made.mobile })).toHaveAttribute('href', `tel:${made.mobile}`)
  await expect(file.getByText('057188001122')).toBeVisible()
  await head.getByRole('button', { name: '隐藏手机号' }).click()
  await expect(head.getByText(masked(made.mobile))).toBeVisible()
  await file.getByRole('button', { name: '查看完整证件号' }).click()
  await expect(file.getByText(idNo)).toBeVisible()
  await expect(file.getByText('文三路90号')).toBeVisible()
  await test.step('the known facts and the next step', async () => {
    for (const text of [
      '女',
      '企业',
      '自然到店',
      '急购',
      '价格敏感',
      people.consultant.name,
      series.name,
      '驰衡 天枢',
      '10-15万元',
      '女士',
      '杭州云帆物流有限公司',
      '大客户',
      '12台',
      '浙江省 杭州市 西湖区',
      '月底前要提车',
    ])
      await expect(file.getByText(text, { exact: true }).first()).toBeVisible()
    const next = page.getByRole('region', { name: '下次跟进' })
    await expect(next).toContainText('沟通')
    await expect(next).toContainText('明天')
    await expect(next.getByRole('button', { name: '跟进', exact: true })).toBeEnabled()
    await expect(page.getByRole('region', { name: '订车' })).toContainText('还没有订单')
    const timeline = page.getByRole('region', { name: '跟进记录' })
    await expect(timeline.getByRole('listitem')).toHaveCount(1)
    await expect(timeline).toContainText('建档')
    await expect(timeline).toContainText(series.name)
  })
  await test.step('older records load on request, by keyboard, below the present ones', async () => {
    const { customerId, name } = await demoCustomer(request, session(), { key: withHistory })
    await page.goto(`/#/customer/detail/${customerId}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    const timeline = page.getByRole('region', { name: '跟进记录' })
    const rows = timeline.getByRole('listitem')
    await expect(rows).toHaveCount(50)
    await expect(timeline.getByRole('heading', { level: 2 })).toContainText('105')
    const button = timeline.getByRole('button', { name: '加载更早的记录' })
    await button.focus()
    const last = timeline.getByText('第55次批注')
    await last.scrollIntoViewIfNeeded()
    const before = await last.boundingBox()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(100)
    expect(await last.boundingBox()).toEqual(before)
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(105)
    await expect(rows.last()).toContainText('建档')
    await expect(button).toBeHidden()
    await expect(timeline.getByText('已显示全部记录')).toBeFocused()
    await expect(timeline.getByText('跟进 104')).toBeVisible()
  })
  await test.step('a missing or invisible customer shows a message', async () => {
    const foreign = await addCustomer(request, sessionOf(people.otherConsultant))
    for (const id of ['987654321', 'abc', foreign.customerId]) {
      await page.goto('/#/customer/list')
      await expect(page.getByRole('heading', { name: '客户档案' })).toBeVisible()
      await page.goto(`/#/customer/detail/${id}`)
      await expect(page.getByText('没有找到该客户')).toBeVisible()
    }
    await page.getByRole('link', { name: '返回', exact: true }).click()
  })
})

test('demo customers of every state have a page', async ({ page, request }) => {
  const manager = sessionOf(people.generalManager)
  // One of them is on file at another store of the group, too.
  const kinds = [
    [{ type: 3 }, 'O'],
    [{ type: 4 }, 'D'],
    [{ type: 5 }, 'F'],
    [{ type: 6 }, ''],
    [{ isZk: 1 }, undefined],
  ] as const
  await enter(page, manager)
  for (const [filter, level] of kinds)
    await test.step(JSON.stringify(filter), async () => {
      const { customerId, name } = await demoCustomer(request, manager, filter)
      await page.goto(`/#/customer/detail/${customerId}`)
      await expect(page.getByRole('heading', { name })).toBeVisible()
      await expect(page.getByRole('region', { name: '跟进记录' })).toBeVisible()
      if (level) await expect(page.locator('.sr-c-head .sr-level')).toHaveText(level)
      if (level === '') await expect(page.getByText(/休眠中/).first()).toBeVisible()
      if (level === 'F' || level === '')
        await expect(
          page
            .getByRole('region', { name: '下次跟进' })
            .getByRole('button', { name: '跟进', exact: true, disabled: false }),
        ).toHaveCount(0)
      await expectAccessibleInBothLooks(page, `customer of ${JSON.stringify(filter)}`)
    })
})
