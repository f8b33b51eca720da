import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, anyName, getCustomer } from '../tools/customers.ts'
import { expectNotice, expectUndo, select } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Actions on many customers at once, by mouse and by keyboard. */

const manager = () => sessionOf(people.salesManager)
const bar = (page: Page): Locator => page.getByRole('region', { name: '已选客户' })
const rows = (page: Page): Locator => page.locator('tr.sr-row-link')

/** Opens the list, filtered by that name. */
async function openList(page: Page, name: string, total: number): Promise<void> {
  await enter(page, manager(), '/customer/list')
  await search(page, name, total)
}

async function search(page: Page, name: string, total: number): Promise<void> {
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText(`共 ${total} 位`)).toBeVisible()
  await expect(rows(page)).toHaveCount(Math.min(total, 10))
}

test('acts on all that the filters find, reports the one that was lost, and undoes all at once', async ({
  page,
  request,
}) => {
  const name = anyName()
  const made = []
  for (let at = 0; at < 12; at++)
    made.push(await addCustomer(request, manager(), { name: `${name}${'甲乙丙丁戊己庚辛壬癸子丑'[at]}` }))
  const [lost] = made
  if (!lost) return
  const { customerId, dealId } = lost
  await mustPost(
    request,
    '/v2/appCustomerService/fail',
    { customerId, dealId, failReason: 2, failSubReason: 21, remark: '预算不够' },
    manager(),
  )
  await openList(page, name, 12)
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await expect(bar(page)).toContainText('已选 10 位')
  await bar(page).getByRole('button', { name: '选择全部 12 位' }).click()
  await expect(bar(page)).toContainText('已选全部 12 位')
  // The page's own button acts on the selection; the bar repeats it only while that one is out of sight.
  await page.getByRole('button', { name: '再分配' }).click()
  const dialog = page.getByRole('dialog', { name: '再分配 12 位客户' })
  await select(dialog, '客户经理', people.otherConsultant.name)
  await dialog.getByRole('button', { name: '再分配', exact: true }).click()
  const undo = await expectUndo(page, '11 位客户再分配成功!')
  await undo.getByRole('button', { name: '操作失败 1 位' }).click()
  const report = page.getByRole('dialog', { name: '再分配 成功 11，失败 1' })
  await expect(report).toContainText('战败待审核')
  await expect(report.getByRole('link', { name: lost.name })).toBeVisible()
  // The countdown pauses under the pointer, however long the check takes.
  await undo.hover()
  await expectAccessible(page, 'bulk told')
  await report.getByRole('button', { name: '知道了' }).click()
  await undo.getByRole('button', { name: '撤销' }).click()
  await expect(page.locator('.sr-notice').last()).toHaveText(/已撤销$/)
  for (const one of made)
    expect((await getCustomer(request, manager(), one.customerId)).customer.deal.ownerName).toBe(
      people.salesManager.name,
    )
})

test('by keyboard: J and K move, X selects, Shift selects a range; waking reports those that were not asleep', async ({
  page,
  request,
}) => {
  const name = anyName()
  for (const one of ['甲', '乙', '丙', '丁']) await addCustomer(request, manager(), { name: `${name}${one}` })
  await openList(page, name, 4)
  await page.locator('main').focus()
  await page.keyboard.press('j')
  await expect(rows(page).nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('已选 2 位')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('已选 1 位')
  // Shift-click selects everything from the last selected row.
  const boxes = rows(page).getByRole('checkbox')
  await boxes.nth(0).click()
  await expect(bar(page)).toBeHidden()
  await boxes.nth(0).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('已选 4 位')

  await bar(page).getByRole('button', { name: '标签' }).click()
  const dialog = page.getByRole('dialog', { name: '标签 4 位客户' })
  await dialog.getByRole('combobox', { name: '添加标签' }).fill('展会 ')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectUndo(page, '4 位客户标签已保存')
  await page.keyboard.press('Control+z')
  await expectNotice(page, '已撤销')
  await test.step('waking many reports those that were not asleep, and undoes all', async () => {
    const other = anyName()
    const asleep = await addCustomer(request, manager(), { name: `${other}甲` })
    const awake = await addCustomer(request, manager(), { name: `${other}乙` })
    await mustPost(request, '/v2/appCustomerService/pause', { customerId: asleep.customerId }, manager())
    await search(page, other, 2)
    // 唤醒 is offered only where one of the chosen is dormant.
    await page.getByRole('checkbox', { name: `选择 ${awake.name}` }).check()
    await expect(bar(page).getByRole('button', { name: '标签' })).toBeVisible()
    await expect(bar(page).getByRole('button', { name: '唤醒' })).toBeHidden()
    await page.getByRole('checkbox', { name: '全选本页' }).check()
    await bar(page).getByRole('button', { name: '唤醒' }).click()
    const undo = await expectUndo(page, '1 位客户已唤醒!')
    await undo.getByRole('button', { name: '操作失败 1 位' }).click()
    const report = page.getByRole('dialog', { name: '唤醒 成功 1，失败 1' })
    await expect(report).toContainText('未休眠')
    await expect(report.getByRole('link', { name: awake.name })).toBeVisible()
    await report.getByRole('button', { name: '知道了' }).click()
    await expect(bar(page)).toBeHidden()
    await undo.getByRole('button', { name: '撤销' }).click()
    await expectNotice(page, '已撤销')
  })
})
