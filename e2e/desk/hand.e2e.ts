import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { people } from '../tools/people.ts'
import type { Person } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Every list of the product: width, controls, buttons and tips. */

interface List {
  /** The component that renders its table, below web/src. */
  readonly table: string
  readonly address: string
  readonly person?: Person
  /** May have no rows in the demo. */
  readonly isEmpty?: true
}

const lists: readonly List[] = [
  { table: 'customer/list/CustomerTable.tsx', address: '/customer/list?n=50' },
  { table: 'task/TaskTable.tsx', address: '/activity/tasks?f=2&n=50' },
  { table: 'lead/list/LeadTable.tsx', address: '/activity/clue-clear?t=3' },
  { table: 'review/ReviewTable.tsx', address: '/activity/fail-verify' },
  { table: 'order/list/OrderTable.tsx', address: '/order/index?n=50' },
  { table: 'order/verify/VerifyTable.tsx', address: '/activity/order-verify' },
  { table: 'desk/list/DeskTable.tsx', address: '/front/index' },
  { table: 'file/FilePage.tsx', address: '/manager/files', isEmpty: true },
  { table: 'audit/AuditPage.tsx', address: '/manager/audit' },
  { table: 'audit/ExportListPage.tsx', address: '/manager/export-list', person: people.boss, isEmpty: true },
  { table: 'team/leaves/LeavesPage.tsx', address: '/manager/leaves', isEmpty: true },
]

const rows = (page: Page): Locator => page.locator('.sr-list-table tbody tr:not([aria-hidden])')

async function openList(
  page: Page,
  { address, person = people.generalManager, isEmpty }: List,
): Promise<boolean> {
  await enter(page, sessionOf(person), address)
  const ready = rows(page).first().or(page.locator('.sr-state'))
  await expect(ready.first()).toBeVisible()
  await expect(page.locator('.sr-bone')).toHaveCount(0)
  const count = await rows(page).locator('td:not([colspan])').count()
  if (!isEmpty) expect(count, address).toBeGreaterThan(0)
  return count > 0
}

test('the table of lists above names every list of the code', () => {
  const web = path.resolve(import.meta.dirname, '../../web/src')
  const used = globSync('**/*.tsx', { cwd: web }).filter((file) =>
    /<ListTable</.test(readFileSync(path.join(web, file), 'utf8')),
  )
  expect(lists.map(({ table }) => table).toSorted()).toEqual(used.toSorted())
})

const primaryButtons = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('.ant-btn-color-primary.ant-btn-variant-solid:visible, .sr-button-primary:visible')
    .allInnerTexts()

/** Address of the list, and the number of dialogs and drawers over it. */
const stateOf = async (page: Page) => ({
  address: page.url(),
  open: await page.locator('.ant-modal-wrap:visible, .ant-drawer-open').count(),
})

test("every list uses a wide screen, cuts no name there, and opens no row by the row's own controls", async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1920, height: 1080 })
  for (const list of lists) {
    if (!(await openList(page, list))) continue
    const { empty, cut } = await page.locator('.sr-list-table').evaluate((table) => ({
      empty: table.querySelectorAll('th[aria-hidden]').length,
      cut: [...table.querySelectorAll('.sr-row-name, .sr-cut')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && (one.textContent ?? '').length <= 12)
        .map((one) => one.textContent),
    }))
    expect({ empty, cut }, list.address).toEqual({ empty: 0, cut: [] })
    expect((await primaryButtons(page)).length, list.address).toBeLessThan(2)
    const controls = rows(page).first().locator('button, input[type=checkbox]')
    const total = await controls.count()
    for (let at = 0; at < total; at += 1) {
      if ((await stateOf(page)).open > 0) await openList(page, list)
      const control = controls.nth(at)
      if (await control.isDisabled()) continue
      const before = new URL(page.url()).hash.split('?')[0]
      await control.click()
      // A drawer or dialog of the control itself may open; the page of the row may not.
      expect(new URL(page.url()).hash.split('?')[0], `${list.address}, control ${at}`).toBe(before)
      if ((await control.getAttribute('type')) === 'checkbox') {
        expect(await stateOf(page), list.address).toMatchObject({ open: 0 })
        await expect(control).toBeChecked()
      }
      await page.keyboard.press('Escape')
    }
  }
})

test('? lists the keys that work on the page', async ({ page }) => {
  for (const [at, ticks] of [
    [0, true],
    [4, false],
  ] as const) {
    const list = lists[at]
    if (list) await openList(page, list)
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: '快捷键' }).getByRole('region', { name: '本页' })
    await expect(keys.getByText('下一行')).toBeVisible()
    await expect(keys.getByText('勾选所在行')).toHaveCount(ticks ? 1 : 0)
    await page.keyboard.press('Escape')
  }
})

test('a page has one primary button at most', async ({ page }) => {
  for (const [address, person] of [
    ['/dashboard/index', people.generalManager],
    ['/manager/members', people.generalManager],
    ['/manager/smstemplate', people.generalManager],
    // The button of a settings form stands out while it has something to save.
    ['/manager/setting', people.generalManager],
    ['/front/board', people.generalManager],
    ['/dashboard/index', people.frontDesk],
  ] as const) {
    await enter(page, sessionOf(person), address)
    await expect(page.getByRole('main').locator('h1, h2').first()).toBeVisible()
    await expect(page.locator('.sr-bone')).toHaveCount(0)
    expect((await primaryButtons(page)).length, address).toBeLessThan(2)
  }
  await enter(page, sessionOf(people.consultant), '/customer/list')
  await rows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('region', { name: '下次跟进' })).toBeVisible()
  expect((await primaryButtons(page)).length, 'a customer file').toBeLessThan(2)
})

test.describe('tips', () => {
  test.use({ hasTouch: true })

  test('open by keyboard and by touch', async ({ page }) => {
    await openList(page, { table: '', address: '/customer/list?n=20' })
    const tip = page.getByRole('tooltip')
    const [first, second] = [0, 1].map((at) => rows(page).locator('time[tabindex]').nth(at)) as [
      Locator,
      Locator,
    ]
    await rows(page).getByRole('checkbox').first().focus()
    await page.keyboard.press('Tab')
    for (let step = 0; step < 20 && (await page.locator('time:focus').count()) === 0; step += 1)
      await page.keyboard.press('Tab')
    await expect(tip.filter({ hasText: /^\d{4}-\d\d-\d\d \d\d:\d\d$/ }).first()).toBeVisible()
    await expect(first.or(second).first()).toBeVisible()
  })

  test('give the reason of a button that cannot be pressed', async ({ page }) => {
    await enter(page, sessionOf(people.generalManager), '/customer/list?cd=20300101-20300102')
    const button = page.getByRole('button', { name: '导出' })
    await expect(button).toBeDisabled()
    await button.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip', { name: '没有可导出的数据' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('正在导出中...')).toHaveCount(0)
    await page.getByRole('heading', { name: '客户档案' }).click()
    await page.mouse.move(0, 0)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await button.tap({ force: true })
    await expect(page.getByRole('tooltip', { name: '没有可导出的数据' })).toBeVisible()
  })
})

test('filters keep their places while the page loads', async ({ page }) => {
  for (const address of ['/customer/list', '/front/index', '/order/index']) {
    await enter(page, sessionOf(people.generalManager), '/dashboard/index')
    await page.evaluate(() => {
      const at: string[] = []
      Object.assign(globalThis, { shifts: at })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
          for (const { node } of entry.sources) {
            const element = node instanceof Element ? node : node?.parentElement
            if (element?.closest('.sr-filters')) at.push(`${element.className} ${element.textContent ?? ''}`)
          }
      }).observe({ type: 'layout-shift' })
    })
    await page.evaluate((to) => {
      location.hash = to
    }, `#${address}`)
    await expect(rows(page).first()).toBeVisible()
    await expect(page.locator('.ant-picker-range').first()).toBeVisible()
    expect(
      await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts),
      address,
    ).toEqual([])
  }
})
