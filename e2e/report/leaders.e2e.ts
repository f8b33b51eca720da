import { expectAccessibleInDark } from '../tools/accessible.ts'
import { addCustomer, anyName } from '../tools/customers.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { countPresses } from '../tools/presses.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The first page of leaders, and the stores side by side. */

test('a leader agrees to a defeat from the first page with two presses', async ({ page, request }) => {
  const owner = sessionOf(people.consultant)
  const name = anyName()
  const { customerId } = await addCustomer(request, owner, { name })
  const form = { customerId, failReason: 2, failSubReason: 21, remark: '客户说太贵' }
  await mustPost(request, '/v2/appCustomerService/fail', form, owner)

  await enter(page, sessionOf(people.market))
  const list = page.getByRole('region', { name: '待决定', exact: true })
  await expect(page.getByRole('region', { name: '本月进度' })).toContainText('订车')
  await expectAccessibleInDark(page, 'the first page of a leader')
  await list.getByRole('textbox', { name: '筛选待决定的工作' }).fill(name)
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('heading', { name: '待决定' }).click()
  const within = await countPresses(page)
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('button', { name: '同意' }).click()
  await expectNotice(page, '该客户已战败审核通过')
  await within(2)
  await expect(list.getByRole('button', { name: `同意战败 ${name}` })).toHaveCount(0)
})

test('a boss compares the stores, sorted by any number', async ({ page }) => {
  await enter(page, sessionOf(people.boss))
  await page.getByRole('link', { name: '门店对比' }).click()
  const rows = page.getByRole('table').getByRole('row')
  // The head, three stores, the total.
  await expect(rows).toHaveCount(5)
  const filesOf = async (): Promise<number[]> =>
    (await rows.locator('td:nth-child(2) .sr-stores-count').allInnerTexts()).map((text) =>
      parseInt(text.replaceAll(',', ''), 10),
    )
  await page.getByRole('columnheader', { name: '建档' }).click()
  await expect(page).toHaveURL(/o=-files/)
  await expect
    .poll(async () => (await filesOf()).every((one, at, all) => at === 0 || one <= (all[at - 1] ?? one)))
    .toBe(true)
  await expect(page.getByRole('button', { name: '宁波鄞州澜岳店' })).toBeVisible()
  await expectAccessibleInDark(page, 'the stores side by side')
  await test.step('on a phone the stores are cards, and every control has a thumb’s size', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    const cards = page.getByRole('list', { name: /^门店对比/ }).locator('> li')
    await expect(cards).toHaveCount(3)
    for (const control of await page.getByRole('main').getByRole('button').all())
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })
})
