import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { addCustomer, inDays } from '../tools/customers.ts'
import { remark } from '../tools/follow.ts'
import { choose } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import { mainMenu, openUserMenu } from '../tools/shell.ts'
import { countPresses } from '../tools/presses.ts'
import { expect, test } from '../tools/test.ts'

/** 今天, the first page of members with customers. The tests count presses: more are a fault. */

const list = (page: Page): Locator => page.getByRole('region', { name: '今天', exact: true })
const part = (page: Page, name: string): Locator => list(page).getByRole('region', { name, exact: true })
const clearNumber = /^1\d{10}$/

/** Counts the reveals that the page asks for. */
function countReveals(page: Page): () => number {
  let reveals = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/getUserInfo')) reveals += 1
  })
  return () => reveals
}

test('a consultant calls the first overdue customer with one press, saves, and the next row is chosen', async ({
  page,
}) => {
  const reveals = countReveals(page)
  await page.setViewportSize({ width: 375, height: 812 })
  await enter(page, sessionOf(people.otherConsultant))
  await test.step('on a phone rows are cards with a button of a thumb’s size', async () => {
    const button = list(page).getByRole('listitem').first().getByRole('button')
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const rows = part(page, '逾期').getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  await expectAccessibleInBothLooks(page, '今天')
  const row = rows
    .filter({ has: page.getByRole('button', { name: /^拨打/ }) })
    .filter({ hasText: '沟通' })
    .first()
  const who = (await row.getByRole('link').textContent()) ?? ''
  await row.getByRole('button', { name: `拨打 ${who}` }).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: new RegExp(who) })
  await expect(drawer.getByRole('link', { name: clearNumber })).toBeVisible()
  expect(reveals()).toBe(1)
  await choose(drawer, '沟通方式', '电话')
  await choose(drawer, '发生事件', '其他')
  await remark(drawer).fill('从今天直接跟进')
  await drawer.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
  await expect(list(page).locator('[data-row-link]:focus')).toHaveCount(1)
  // J and K move by rows, and F follows up the chosen one.
  const buttons = list(page).locator('[data-row-link]')
  await buttons.first().focus()
  for (const at of [1, 2]) {
    await page.keyboard.press('j')
    await expect(buttons.nth(at)).toBeFocused()
  }
  await page.keyboard.press('k')
  await expect(buttons.nth(1)).toBeFocused()
  const chosen = list(page)
    .getByRole('listitem')
    .filter({ has: page.locator(':focus') })
  const next = (await chosen.getByRole('link').textContent()) ?? ''
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog', { name: new RegExp(next) })).toBeVisible()
})

test('a DCC calls the oldest lead with one press: Enter, without choosing a row', async ({ page }) => {
  const reveals = countReveals(page)
  await enter(page, sessionOf(people.agent), '/activity/tasks')
  await mainMenu(page).getByRole('link', { name: '概览' }).click()
  const first = part(page, '现在').getByRole('listitem').first()
  await expect(first.getByRole('button', { name: /^拨打/ })).toBeVisible()
  const within = await countPresses(page)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: '线索详情' })
  await expect(drawer.getByRole('link', { name: clearNumber })).toBeVisible()
  await within(1)
  expect(reveals()).toBe(1)
})

/** Counts the sounds that the page plays. */
async function countSounds(page: Page): Promise<(count: number) => Promise<void>> {
  await page.evaluate(() => {
    const played = { count: 0 }
    Object.assign(window, { played })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      played.count++
      start.apply(this, when)
    }
  })
  return async (count) => {
    const counted = (): Promise<number> =>
      page.evaluate(() => (window as never as { played: { count: number } }).played.count)
    await expect.poll(counted, 'sounds').toBe(count)
  }
}

test('an arrival is announced and comes to the top, but moves no row under the pointer', async ({
  page,
  request,
}) => {
  const session = sessionOf(people.bystander)
  const made = await addCustomer(request, session, { nextDate: inDays(1) })
  await enter(page, session)
  const expectSounds = await countSounds(page)
  await openUserMenu(page, people.bystander, '个人信息')
  await page.getByRole('switch', { name: '到店提示音' }).click()
  await expectSounds(1)
  await page.keyboard.press('Escape')
  const rows = list(page).getByRole('listitem')
  await rows.first().hover()
  const before = await rows.first().getByRole('link').textContent()
  await mustPost(
    request,
    '/v2/appCustomerDeskService/informCome',
    { customerId: made.customerId },
    sessionOf(people.frontDesk),
  )
  await expect(list(page).getByRole('status')).toContainText(`${made.name} `)
  await expectSounds(2)
  await expect(rows.first().getByRole('link')).toHaveText(before ?? '')
  await page.mouse.move(0, 0)
  const top = rows.filter({ hasText: made.name })
  await expect(top).toContainText('等候')
  await expect(part(page, '现在').getByRole('listitem').filter({ hasText: made.name })).toHaveCount(1)
  await top.getByRole('button', { name: `接待 ${made.name}` }).click()
  await page.mouse.move(0, 0)
  await expect(top).toContainText('已到店')
})
