import { expectAccessible, expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { addCustomer } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const boss = (): ReturnType<typeof sessionOf> => sessionOf(people.boss)
const list = '/v2/appCustomerService/list'

test('the boss reads exports with their filters in words, and downloads a file again', async ({
  page,
  request,
}) => {
  await mustPost(request, list, { isExport: 1, levels: 'H', key: '周' }, boss())
  await enter(page, boss(), '/manager/export-list')
  const row = page.locator('tbody tr').filter({ hasText: '客户列表' }).first()
  await expect(row).toContainText(people.boss.name)
  await expect(row).toContainText('级别 H')
  await expect(row).toContainText('关键词 周')
  await expectAccessible(page, 'the log of exports')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: /^再次下载/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^客户列表-.*\.xlsx$/)
})

test('a revealed number is in the audit, and links to everything done to that customer', async ({
  page,
  request,
}) => {
  const consultant = sessionOf(people.consultant)
  const { customerId, name } = await addCustomer(request, consultant)
  await mustPost(request, '/v2/appBaseService/getUserInfo', { userId: customerId }, consultant)
  await enter(page, sessionOf(people.generalManager), '/manager/audit?k=2')
  const row = page.locator('tbody tr').filter({ hasText: name })
  await expect(row).toContainText(people.consultant.name)
  await expect(row).toContainText('查看号码')
  await row.getByRole('button', { name: `${name} 的全部记录` }).click()
  await expect(page).toHaveURL(new RegExp(`r=customer`))
  await expect(page.locator('tbody .sr-row-link')).toHaveCount(1)
  await expectAccessibleInBothLooks(page, 'the audit')
})
