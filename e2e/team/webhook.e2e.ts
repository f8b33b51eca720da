import { startReceiver } from '../../server/test/outside/receiver.ts'
import type { Receiver } from '../../server/test/outside/receiver.ts'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer } from '../tools/customers.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

let receiver: Receiver
test.beforeAll(async () => {
  receiver = await startReceiver()
})
test.afterAll(() => receiver.close())

test('an address is registered, its secret shown once, and events of the store arrive there', async ({
  page,
  request,
}) => {
  const manager = sessionOf(people.farManager)
  // A try that failed may have left its address.
  const { data } = await mustPost<{ data: { id: number }[] }>(
    request,
    '/v2/appWebhookService/list',
    {},
    manager,
  )
  for (const { id } of data) await mustPost(request, '/v2/appWebhookService/delete', { id }, manager)
  await enter(page, manager, '/manager/webhooks')
  await expect(page.getByText('还没有接收地址')).toBeVisible()
  await page.getByRole('button', { name: '新增地址' }).click()
  const dialog = page.getByRole('dialog', { name: '新增接收地址' })
  await dialog.getByLabel('接收地址').fill('hooks.example.com')
  await dialog.getByLabel('说明').fill('数据中台')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请输入完整的接收地址，以https://开头')).toBeVisible()
  await dialog.getByLabel('接收地址').fill(`${receiver.origin}/hook`)
  await dialog.getByRole('button', { name: '保存' }).click()
  const secret = page.getByRole('dialog', { name: '签名密钥' })
  await expect(secret.locator('code')).toHaveText(/^whsec_/)
  await page.keyboard.press('Escape')
  await expect(secret).toBeVisible()
  await expectAccessible(page, 'a secret')
  await secret.getByRole('button', { name: '我已保存' }).click()
  await expect(secret).toBeHidden()

  const card = page.getByRole('listitem', { name: '数据中台' })
  await expect(card).toContainText('推送中')
  await card.getByRole('button', { name: '发送测试' }).click()
  const log = page.getByRole('dialog', { name: '推送记录 · 数据中台' })
  await expect(log.getByRole('listitem').filter({ hasText: '测试' })).toContainText('已送达')
  receiver.answer('/hook', 500)
  const { customerId } = await addCustomer(request, manager)
  const created = log.getByRole('listitem').filter({ hasText: `客户建档 客户 ${customerId}` })
  await expect(created).toContainText('尝试 1 次')
  await expect(created).toContainText('等待推送')
  await created.getByRole('button', { name: /客户建档/ }).click()
  await expect(created.locator('pre').first()).toContainText(`"customerId": ${customerId}`)
  await expect(created).toContainText('status 500')
  await expectAccessible(page, 'the log')
  expect(receiver.events('/hook').map(({ type }) => type)).toEqual(
    expect.arrayContaining(['webhook.test', 'customer.created']),
  )
  await log.getByRole('button', { name: '关闭' }).click()

  await card.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await page.getByRole('dialog', { name: '停用推送' }).getByRole('button', { name: '停用' }).click()
  await expectNotice(page, '已停用')
  await expect(card).toContainText('已停用')
  await expect(card.getByRole('button', { name: '发送测试' })).toBeDisabled()
  await card.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除接收地址' }).getByRole('button', { name: '删除' }).click()
  await expectNotice(page, '删除成功')
  await expect(page.getByText('还没有接收地址')).toBeVisible()
})
