import type { Page } from '@playwright/test'
import { addCustomer, anyName, followCustomer, getCustomer, inDays, masked } from '../tools/customers.ts'
import { keepsPages, readStorage } from '../tools/device.ts'
import { choose, expectNotice } from '../tools/form.ts'
import { remark } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Without a network: what was seen stays readable, what is saved waits, and nothing outlives the session. */

test.use({ ownWindow: true, serviceWorkers: 'allow' })

/** Saves a follow-up of the open file without a network. */
async function follow(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: '跟进', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: new RegExp(name) })
  await choose(dialog, '沟通方式', '电话')
  await remark(dialog).fill(text)
  await remark(dialog).press('Control+Enter')
  await expectNotice(page, '网络已断开，已存在本机，恢复后自动提交')
  await expect(dialog).toBeHidden()
}

test('what was seen is readable, what is saved waits across a reload, and both are gone after signing out', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(240_000)
  const session = sessionOf(people.offline)
  const [made, moved] = [
    await addCustomer(request, session, { name: anyName(), nextDate: inDays(0) }),
    await addCustomer(request, session, { name: anyName(), nextDate: inDays(0) }),
  ]
  await enter(page, session, '/activity/tasks')
  await keepsPages(page)
  await page.reload()
  await expect(page.getByText(made.name).first()).toBeVisible()
  for (const { customerId, name } of [moved, made]) {
    const { rows } = await readStorage(page)
    await page.goto(`/#/customer/detail/${customerId}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect.poll(async () => (await readStorage(page)).rows).toBeGreaterThan(rows)
  }

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: made.name })).toBeVisible()
  await expect(page.getByText(/^断网 · .+的内容$/)).toBeVisible()
  await expect(page.getByText(masked(made.mobile)).first()).toBeVisible()

  await follow(page, made.name, '断网时记下的一句')
  const waiting = page.getByRole('button', { name: '1条待提交' })
  await expect(waiting).toBeVisible()

  await page.reload()
  await waiting.click()
  const list = page.getByRole('dialog', { name: '待提交' })
  await expect(list.getByText(`跟进 ${made.name}`)).toBeVisible()
  await expect(list.getByText('断网时记下的一句')).toBeVisible()
  await list.getByRole('button', { name: '关闭' }).click()
  await page.goto(`/#/customer/detail/${moved.customerId}`)
  await follow(page, moved.name, '同事先跟进了')
  await page.goto('/#/activity/tasks')
  await expect(page.getByText(made.name).first()).toBeVisible()
  await followCustomer(request, session, moved.customerId)
  const storage = await readStorage(page)
  expect(storage.text).toContain('false')
  for (const word of [made.name, made.mobile, masked(made.mobile), '断网时记下'])
    expect(storage.text).not.toContain(word)

  // Two tabs find the network again at the same moment: one of them sends.
  const secondTab = await context.newPage()
  await secondTab.goto('/#/activity/tasks')
  await expect(secondTab.getByText(made.name).first()).toBeVisible()
  let sent = 0
  context.on('request', (one) => {
    if (one.headers()['idempotency-key'] && one.postData()?.includes('断网时记下的一句')) sent += 1
  })
  await context.setOffline(false)
  for (const tab of [page, secondTab])
    await expect(tab.getByRole('button', { name: '1条待提交' })).toBeVisible({ timeout: 20_000 })
  expect(sent).toBe(1)
  await secondTab.close()
  const { timelines } = await getCustomer(request, session, made.customerId)
  expect(timelines.filter(({ content }) => content.includes('断网时记下的一句'))).toHaveLength(1)

  // Refused, it is typed input again.
  await waiting.click()
  await expect(list.getByText('该跟进任务已被处理，已转为草稿')).toBeVisible()
  await list.getByRole('link', { name: '查看' }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(moved.name) })
  await dialog.getByRole('button', { name: '查看', exact: true }).click()
  await expect(remark(dialog)).toHaveValue('同事先跟进了')
  await page.reload()
  await expect(waiting).toBeHidden()

  await page.getByRole('button', { name: '用户菜单' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect.poll(async () => (await readStorage(page)).rows).toBe(0)
})
