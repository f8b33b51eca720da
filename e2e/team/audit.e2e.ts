import { expectAccessibleInDark } from '../tools/accessible.ts'
import { addCustomer } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const boss = (): ReturnType<typeof sessionOf> => sessionOf(people.boss)
const list = '/v2/appCustomerService/list'

test('the boss reads exports and downloads a file again, and finds everything done to a customer', async ({
  page,
  request,
}) => {
  const consultant = sessionOf(people.consultant)
  const { customerId, name } = await addCustomer(request, consultant)
  await mustPost(request, '/v2/appBaseService/getUserInfo', { userId: customerId }, consultant)
  await mustPost(request, list, { isExport: 1, levels: 'H', key: '周' }, boss())
  await enter(page, boss(), '/manager/export-list')
  const row = page.locator('tbody tr').filter({ hasText: '客户列表' }).first()
  await expect(row).toContainText(people.boss.name)
  await expect(row).toContainText('级别 H')
  await expect(row).toContainText('关键词 周')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: /^再次下载/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^客户列表-.*\.xlsx$/)

  await page.goto('/#/manager/audit?k=2')
  const revealed = page.locator('tbody tr').filter({ hasText: name })
  await expect(revealed).toContainText(people.consultant.name)
  await expect(revealed).toContainText('查看号码')
  await revealed.getByRole('button', { name: `${name} 的全部记录` }).click()
  await expect(page).toHaveURL(/r=customer/)
  await expect(page.locator('tbody .sr-row-link')).toHaveCount(1)
  await expectAccessibleInDark(page, 'the audit')
})
