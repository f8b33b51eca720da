import { expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { addCustomer, masked } from '../tools/customers.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test('a person’s data is found, copied and erased after the word is typed', async ({ page, request }) => {
  const session = sessionOf(people.farManager)
  const { mobile } = await addCustomer(request, session)
  await enter(page, session, '/manager/privacy')
  await page.getByRole('button', { name: '查找个人信息' }).first().click()
  const dialog = page.getByRole('dialog', { name: '查找个人信息' })
  await dialog.getByLabel('号码').fill('1371234')
  await dialog.getByRole('button', { name: '开始查找' }).click()
  await expect(dialog.getByText('请输入完整的手机号、微信号或证件号码')).toBeVisible()
  await dialog.getByLabel('号码').fill(mobile)
  await dialog.getByRole('button', { name: '开始查找' }).click()
  const row = page.getByRole('listitem', { name: `${masked(mobile)} 待确认` })
  await expect(row.getByRole('row', { name: /客户档案/ })).toContainText('1')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: '导出副本' }).click(),
  ])
  expect(file.suggestedFilename()).toContain('个人信息副本')
  await expectAccessibleInBothLooks(page, 'what is kept of a person')
  await row.getByRole('button', { name: '删除' }).click()
  const erasure = page.getByRole('dialog', { name: /^删除/ })
  await expect(erasure).toContainText('删除后不能恢复')
  await erasure.getByRole('button', { name: '删除', exact: true }).click()
  await expect(erasure.getByText('请输入“确认删除”', { exact: true }).last()).toBeVisible()
  await erasure.getByRole('textbox').fill('确认删除')
  await erasure.getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByRole('listitem', { name: `${masked(mobile)} 已删除` })).toBeVisible()
})
