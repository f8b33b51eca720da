import type { APIRequestContext, Page } from '@playwright/test'
import { addCustomer } from '../tools/customers.ts'
import { nextCard, remark } from '../tools/follow.ts'
import { select } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { dropDrafts, enter, hold, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** The focus goes where the user sees it, and typed text reaches the form. */

test('Tab passes the cross of a list, Delete empties the list, and the dialog keeps the focus', async ({
  page,
}) => {
  const session = sessionOf(people.bystander)
  await dropDrafts(page, session)
  await enter(page, session, '/customer/list')
  await page.getByRole('button', { name: '新建客户' }).click()
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  await dialog.locator('summary', { hasText: '更多' }).click()
  await select(dialog, '购车预算', '10-15万元')
  const box = dialog.locator('[data-field="budget"]')
  await page.keyboard.press('Tab')
  await expect(box.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(box.locator('input')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(box).toContainText('未了解')
  const save = dialog.getByRole('button', { name: '保存' })
  await save.focus()
  await page.keyboard.press('Tab')
  const close = dialog.getByRole('button', { name: '关闭' })
  await expect(close).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(save).toBeFocused()
})

/** Types into a follow-up that opens while what it needs is held back. */
async function typeAhead(page: Page, request: APIRequestContext, held: RegExp) {
  const session = sessionOf(people.consultant)
  const { customerId, name } = await addCustomer(request, session)
  await enter(page, session, `/customer/detail/${customerId}`)
  // The key works with its button, which comes after the heading.
  await expect(nextCard(page).getByRole('button', { name: '跟进', exact: true })).toBeVisible()
  const open = async (): Promise<() => void> => {
    const release = await hold(page, held)
    await page.keyboard.type('fjk 12')
    await page.keyboard.press('Backspace')
    return release
  }
  return { open, dialog: page.getByRole('dialog', { name: `跟进 ${name}` }) }
}

test('text typed while the follow-up opens is in its remark', async ({ page, request }) => {
  const { open, dialog } = await typeAhead(page, request, /\/follow-|FollowDrawer|appCustomerService\/get/)
  const release = await open()
  release()
  await expect(remark(dialog)).toHaveValue('jk 1')
  await remark(dialog).focus()
  await page.keyboard.type('，已联系')
  await expect(remark(dialog)).toHaveValue('jk 1，已联系')
})

test.describe('in a window with its own clock', () => {
  test.use({ ownWindow: true })
  test('text typed while the open follow-up still loads its file is in its remark', async ({
    page,
    request,
  }) => {
    await page.clock.install()
    const { open, dialog } = await typeAhead(page, request, /appCustomerService\/get/)
    // The page's file is too old to start from.
    await page.clock.fastForward(6_000)
    const release = await open()
    await expect(dialog.getByRole('status', { name: '加载中' })).toBeVisible()
    // The drawer has moved in.
    await page.clock.runFor(1_000)
    release()
    await expect(remark(dialog)).toHaveValue('jk 1')
  })
})

test('a region is found by typing a part of its name', async ({ page }) => {
  const session = sessionOf(people.bystander)
  await dropDrafts(page, session)
  await enter(page, session, '/customer/list')
  await page.getByRole('button', { name: '新建客户' }).click()
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  const region = dialog.getByRole('combobox', { name: '购车地区' })
  for (const typed of ['余杭', '杭州余杭']) {
    await region.fill(typed)
    const options = page.locator('.ant-cascader-menu-item').locator('visible=true')
    await expect(options).toHaveText(['浙江省 / 杭州市 / 余杭区'])
  }
  // The first one is taken without an arrow key; another one is highlighted by it.
  await page.keyboard.press('Enter')
  await expect(dialog.getByTitle('浙江省 / 杭州市 / 余杭区')).toBeVisible()
  await region.fill('杭州')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = await page.locator('.ant-cascader-menu-item').locator('visible=true').nth(1).textContent()
  await page.keyboard.press('Enter')
  await expect(dialog.getByTitle(second ?? '')).toBeVisible()
})

test('the rows behind a number return the focus to the number', async ({ page }) => {
  await enter(page, sessionOf(people.stillManager), '/report/appointment')
  const number = page.getByRole('button', { name: /邀约 \d+，查看明细/ }).first()
  await number.focus()
  await page.keyboard.press('Enter')
  const rows = page.getByRole('dialog')
  await expect(rows.getByRole('button', { name: '关闭' })).toBeVisible()
  const stops = new Set<string>()
  for (let at = 0; at < 8; at++) {
    await page.keyboard.press('Tab')
    stops.add(await page.evaluate(() => String(document.activeElement?.closest('[role=dialog]') !== null)))
  }
  expect([...stops]).toEqual(['true'])
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(0)
  await expect(number).toBeFocused()
})
