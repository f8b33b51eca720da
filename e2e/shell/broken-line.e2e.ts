import type { Page } from '@playwright/test'
import { choose } from '../tools/form.ts'
import { openFollow, remark } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { mainMenu } from '../tools/shell.ts'
import { expect, test } from '../tools/test.ts'

/** Without a network every lazy part of the client waits, the page around it stays, and it opens by itself afterwards. */

// The windows of other journeys have the client's files in their cache.
test.use({ ownWindow: true })

const line = (page: Page) => page.getByText('网络已断开，恢复后自动继续')
const broken = (page: Page) => page.getByText(/系统错误|页面出错了|返回登录/)
const rows = (page: Page) => page.locator('tr.sr-row-link')

/** The addresses of all pages in the shell without parameters, as the build lists them. */
const addresses = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { pages = '' } = document.querySelector<HTMLElement>('script[data-pages]')?.dataset ?? {}
    const { kept } = JSON.parse(pages) as { kept: object }
    return Object.keys(kept).filter((address) => !address.includes('$'))
  })

test('pages, dialogs, drawers and charts wait for the network and keep the page', async ({
  page,
  context,
}) => {
  await enter(page, sessionOf(people.generalManager), '/customer/list')
  await expect(rows(page).first()).toBeVisible()
  let loads = 0
  page.on('load', () => (loads += 1))
  const all = await addresses(page)
  expect(all.length).toBeGreaterThan(30)
  await context.setOffline(true)

  await page.getByRole('button', { name: '新建客户' }).click()
  await expect(line(page)).toBeVisible()
  await page.getByRole('button', { name: '重试', exact: true }).click()
  await rows(page).first().getByRole('button', { name: /^跟进/ }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(broken(page)).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: '新建客户' })).toBeVisible()
  await expect(line(page)).toHaveCount(0)

  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await context.setOffline(true)
  loads = 0
  for (const address of all) {
    await page.evaluate((to) => (location.hash = to), address)
    await expect(line(page)).toBeVisible()
    // The page beside a chat has no menu.
    if (address !== '/contact') await expect(mainMenu(page)).toBeVisible()
    await expect(broken(page), address).toHaveCount(0)
  }
  await page.evaluate(() => (location.hash = '/report/task'))
  await context.setOffline(false)
  await expect(page.locator('.sr-chart canvas').first()).toBeVisible({ timeout: 20_000 })
  await expect(line(page)).toHaveCount(0)
  expect(loads).toBe(0)
})

for (const engine of ['Chromium', 'an engine that keeps failed imports'])
  test(`the shell of a page that loses its files in the first second stays: ${engine}`, async ({ page }) => {
    // src/api/files.ts asks for it.
    if (engine !== 'Chromium')
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'userAgentData'))
    const later = /\/assets\/(?:NoticeBell|LiveUpdates|UndoBar|Palette|NoticeList)/
    await page.route(later, (route) => route.abort())
    await enter(page, sessionOf(people.consultant), '/activity/tasks')
    await expect(rows(page).first()).toBeVisible()
    await expect(line(page)).toBeVisible()
    await expect(broken(page)).toHaveCount(0)
    await page.unroute(later)
    await expect(page.getByRole('button', { name: /^消息/ })).toBeVisible({ timeout: 30_000 })
    await expect(line(page)).toHaveCount(0)
  })

test('a form without a network waits with its input, and is saved once afterwards', async ({
  page,
  context,
  request,
}) => {
  const session = sessionOf(people.consultant)
  const { dialog } = await openFollow(page, request, session)
  await choose(dialog, '沟通方式', '电话')
  await choose(dialog, '发生事件', '其他')
  await remark(dialog).fill('断网时写的')
  const keys: (string | undefined)[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/follow')) keys.push(sent.headers()['idempotency-key'])
  })
  await context.setOffline(true)
  await remark(dialog).press('Control+Enter')
  await expect(dialog.getByText('网络已断开，恢复后自动提交')).toBeVisible()
  await page.getByRole('button', { name: '停止等待' }).click()
  await expect(dialog.getByText('网络或服务暂时不可用，填写的内容仍在，可稍后直接重试。')).toBeVisible()
  await expect(remark(dialog)).toHaveValue('断网时写的')
  await remark(dialog).press('Control+Enter')
  await expect(dialog.getByText('网络已断开，恢复后自动提交')).toBeVisible()
  await context.setOffline(false)
  await expect(dialog).toBeHidden({ timeout: 20_000 })
  expect(keys.length).toBeGreaterThan(2)
  expect(new Set(keys).size).toBe(1)
  await expect(page.getByText('断网时写的')).toHaveCount(1)
})
