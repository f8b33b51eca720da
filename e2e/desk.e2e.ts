import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothLooks } from './accessible.ts'
import { addCustomer, anyMobile, anyName, masked, series } from './customers.ts'
import { choose, expectNotice, expectUndo, problemOf, selectAll } from './form.ts'
import { people } from './people.ts'
import { enter, mustPost, sessionOf } from './session.ts'
import { expect, test } from './test.ts'

/** The front desk: who comes in is registered or confirmed, received and seen off, on several screens at once. */

const soon = { timeout: 6_000 }
const atDesk = (): ReturnType<typeof sessionOf> => sessionOf(people.frontDesk)
const receiver = people.otherConsultant
const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const group = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** A customer on file who has come, and waits. */
async function arrive(request: APIRequestContext): Promise<string> {
  const { name, customerId } = await addCustomer(request, sessionOf(receiver))
  await mustPost(request, '/v2/appCustomerDeskService/informCome', { customerId }, atDesk())
  return name
}

test('a morning at the desk: new traffic is registered, and whose it is hears of it at once', async ({
  page,
  browser,
}) => {
  const consultant = await (await browser.newContext()).newPage()
  await enter(consultant, sessionOf(receiver), '/customer/list')
  await enter(page, atDesk(), '/front/index')
  await expect(page.getByRole('button', { name: '新建客户' }).first()).toBeVisible()
  await expectAccessibleInBothLooks(page, 'the list of the front desk')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  await expect(dialog.getByRole('textbox', { name: '客户姓名' })).toBeFocused()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(problemOf(dialog, 'name')).toHaveText('请输入客户姓名')
  await expectAccessible(page, 'the form of new traffic')
  const [name, mobile] = [anyName(), anyMobile()]
  await dialog.getByRole('textbox', { name: '客户姓名' }).fill(name)
  await dialog.getByRole('textbox', { name: '手机号' }).fill(mobile)
  await choose(dialog, '性别', '女士')
  await selectAll(dialog, '意向车系', [series.name])
  const owner = dialog.getByRole('combobox', { name: '客户经理' })
  await owner.fill(receiver.name)
  await owner.press('Enter')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectNotice(page, '客户新建成功')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(masked(mobile))
  await expect(row).toContainText('新增流量')
  await expect(row).toContainText(receiver.name)
  await expect(consultant.locator('.sr-bell-toast').filter({ hasText: `${name}到店` })).toBeVisible(soon)
  await consultant.context().close()
})

test('an arrival is found by its last digits and confirmed; whom nobody knows is told so', async ({
  page,
  request,
}) => {
  const { name, mobile } = await addCustomer(request, sessionOf(receiver))
  await enter(page, atDesk(), '/front/index')
  await expect(page.getByRole('button', { name: '确认到店' })).toBeVisible()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: '确认到店', exact: true })
  const field = dialog.getByRole('searchbox', { name: '姓名或手机号' })
  await expect(field).toBeFocused()
  await field.fill('没有这个人')
  await field.press('Enter')
  await expect(dialog.getByText('该客户不存在')).toBeVisible()
  await field.fill(name)
  await field.press('Enter')
  await expect(dialog.getByText(`${name} - ${masked(mobile)}`)).toBeVisible()
  await expect(dialog.getByText('H级')).toBeVisible()
  await expect(dialog.locator('.ant-pagination')).toHaveCount(0)
  await expectAccessible(page, 'the search for who has come')
  await dialog.getByRole('button', { name: `确认到店 ${name}` }).click()
  const question = page.getByRole('dialog', { name: `确认到店 ${name}` })
  await expect(question).toContainText('此操作将确认该客户到店, 是否继续?')
  await question.getByRole('button', { name: '确定' }).click()
  await expectNotice(page, '确认到店完成')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('确认到店')
})

test('the board is the same on every screen: who comes, is received and leaves', async ({
  page,
  browser,
  request,
}) => {
  const second = await (await browser.newContext()).newPage()
  await enter(second, sessionOf(people.salesManager), '/front/board')
  await page.setViewportSize({ width: 1024, height: 768 })
  await enter(page, atDesk(), '/front/board')
  await expect(page.getByRole('complementary', { name: '接待轮次' })).toBeVisible()
  const name = await arrive(request)
  for (const screen of [page, second])
    await expect(group(screen, '待接待').getByRole('article', { name })).toBeVisible(soon)
  await expectAccessibleInBothLooks(page, 'the board')
  // A finger's breadth.
  for (const button of await page.locator('.sr-board .ant-btn').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await card(page, name)
    .getByRole('button', { name: /^(选择接待人|其他人)/ })
    .click()
  const choosing = page.getByRole('dialog', { name: `谁来接待 ${name}` })
  await expectAccessible(page, 'choosing who receives')
  await choosing.getByRole('button', { name: receiver.name }).click()
  for (const screen of [page, second]) {
    const received = group(screen, '接待中').getByRole('article', { name })
    await expect(received).toContainText(`${receiver.name} 接待`, soon)
  }
  await card(page, name)
    .getByRole('button', { name: `离店 ${name}` })
    .click()
  await expect(card(page, name)).toBeHidden()
  await expect(card(second, name)).toBeHidden(soon)
  const bar = await expectUndo(page, `${name}已离店`)
  await bar.getByRole('button', { name: '撤销' }).click()
  await expect(card(second, name)).toContainText(`${receiver.name} 接待`, soon)
  await second.context().close()
})

test('the list is as it was left when one comes back from a file; others have no way in', async ({
  page,
  request,
}) => {
  const name = await arrive(request)
  await enter(page, sessionOf(people.salesManager), '/front/index')
  await page.getByRole('radiogroup', { name: '类型' }).getByText('确认到店').click()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('link', { name: '返回', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await expect(page).toHaveURL(/\/front\/index\?.*t=2/)
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(card(page, name)).toBeVisible()
  await expectAccessible(page, 'the list of the front desk on a phone')
})

test('a consultant without the right is led back to the overview', async ({ page }) => {
  for (const address of ['/front/index', '/front/board']) {
    await enter(page, sessionOf(people.consultant), address)
    await expect(page).toHaveURL(/#\/dashboard\/index/)
  }
})
