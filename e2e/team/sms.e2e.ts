import { addCustomer, anyName } from '../tools/customers.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test('a template is written with placeholder buttons, and previewed as a customer would read it', async ({
  page,
}) => {
  await enter(page, sessionOf(people.farManager), '/manager/smstemplate')
  await page.getByRole('button', { name: '新增模板' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新增短信模板' })
  const subject = anyName()
  await dialog.getByLabel('模板名称').fill(subject)
  await dialog.getByLabel('短信内容').fill('您好，')
  await dialog.getByRole('button', { name: '{客户姓名}' }).click()
  await expect(dialog.getByLabel('短信内容')).toHaveValue('您好，{客户姓名}')
  await expect(dialog.locator('figure')).toContainText(/计 1 条/)
  await dialog.getByLabel('短信内容').fill('{姓名}')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('没有这样的占位符：{姓名}')).toBeVisible()
  await dialog.getByLabel('短信内容').fill('{客户姓名}您好，周六到店有礼。')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectNotice(page, '添加成功')
  await page.getByRole('button', { name: `删除 ${subject}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expectNotice(page, '删除成功')
})

test('a customer marked 不接收短信 gets no text, a lost one only after a warning and with a preview', async ({
  page,
  request,
}) => {
  const subject = `试驾邀约${Date.now()}`
  const template = { subject, content: '{客户姓名}您好，欢迎试驾。' }
  await mustPost(request, '/v1/dealerSmsTemplateRpc/add', template, sessionOf(people.generalManager))
  const consultant = sessionOf(people.consultant)
  const { customerId, name } = await addCustomer(request, consultant)
  await enter(page, consultant, `/customer/detail/${customerId}`)
  const act = async (label: string) => {
    await page.getByRole('button', { name: '更多' }).first().click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  const dialog = page.getByRole('dialog', { name: `发送短信 ${name}` })
  await act('不接收短信')
  await page
    .getByRole('dialog', { name: `不接收短信 ${name}` })
    .getByRole('button', { name: '标记', exact: true })
    .click()
  await expectNotice(page, '已标记不接收短信')
  await expect(page.locator('.sr-c-tags')).toContainText('不接收短信')
  await act('发送短信')
  await expect(dialog.getByRole('alert')).toHaveText('该客户已标记不接收短信，不能发送')
  await expect(dialog.getByRole('button', { name: '发送' })).toBeDisabled()
  await dialog.getByRole('button', { name: '取消' }).click()

  await act('恢复接收短信')
  await page
    .getByRole('dialog', { name: `恢复接收短信 ${name}` })
    .getByRole('button', { name: '恢复', exact: true })
    .click()
  await expectNotice(page, '已恢复接收短信')
  const lost = { customerId, failReason: 2, failSubReason: 21, remark: '超预算' }
  await mustPost(request, '/v2/appCustomerService/fail', lost, consultant)
  await page.reload()
  await act('发送短信')
  await expect(dialog.getByRole('alert')).toHaveText('战败申请正在审核，请确认仍要发送短信')
  await expect(dialog.getByRole('button', { name: '发送' })).toBeEnabled()
  await dialog.getByLabel('短信模板').click()
  await page.getByTitle(subject).click()
  await expect(dialog.locator('figure')).toContainText(`${name}您好，欢迎试驾。`)
})
