import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { people } from '../tools/people.ts'
import type { Person } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'
import { closeLayers, goTo, isCovered, watchRequests } from '../tools/walk.ts'

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

/** Opens a list within the page of its member. Returns whether it has rows. */
async function openList(page: Page, { address, isEmpty }: List): Promise<boolean> {
  await goTo(page, address)
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

const pathOf = (page: Page): string | undefined => new URL(page.url()).hash.split('?')[0]

test("every list uses a wide screen, cuts no name there, and opens no row by the row's own controls", async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1920, height: 1080 })
  // Those of another member come last.
  const sorted = lists.toSorted((a, b) => Number('person' in a) - Number('person' in b))
  const settle = watchRequests(page)
  let visitor: Person | undefined
  for (const list of sorted)
    await test.step(list.address, async () => {
      const { person = people.generalManager } = list
      if (visitor !== person) await enter(page, sessionOf(person))
      visitor = person
      if (!(await openList(page, list))) return
      const { empty, cut } = await page.locator('.sr-list-table').evaluate((table) => ({
        empty: table.querySelectorAll('th[aria-hidden]').length,
        cut: [...table.querySelectorAll('.sr-row-name, .sr-cut')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && (one.textContent ?? '').length <= 12)
          .map((one) => one.textContent),
      }))
      expect({ empty, cut }, list.address).toEqual({ empty: 0, cut: [] })
      const controls = rows(page).first().locator('button, input[type=checkbox]')
      const total = await controls.count()
      const before = pathOf(page)
      for (let at = 0; at < total; at += 1) {
        const control = controls.nth(at)
        if (await control.isDisabled()) continue
        await control.click()
        await settle()
        // A drawer or dialog of the control itself may open; the page of the row may not.
        expect(pathOf(page), `${list.address}, control ${at}`).toBe(before)
        if ((await control.getAttribute('type')) === 'checkbox') {
          expect(await isCovered(page), list.address).toBe(false)
          await expect(control).toBeChecked()
        }
        expect(await closeLayers(page, settle), `${list.address}, control ${at}`).toBe(true)
      }
    })
})

test('? lists the keys that work on the page, and filters keep their places while it loads', async ({
  page,
}) => {
  await enter(page, sessionOf(people.generalManager))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
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
  // None of them has been opened in this page yet.
  for (const [address, ticks] of [
    ['/customer/list', true],
    ['/front/index', true],
    ['/order/index', false],
  ] as const) {
    await goTo(page, address)
    await expect(rows(page).first()).toBeVisible()
    await expect(page.locator('.ant-picker-range').first()).toBeVisible()
    expect(
      await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts),
      address,
    ).toEqual([])
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: '快捷键' }).getByRole('region', { name: '本页' })
    await expect(keys.getByText('下一行')).toBeVisible()
    await expect(keys.getByText('勾选所在行')).toHaveCount(ticks ? 1 : 0)
    await page.keyboard.press('Escape')
  }
})

test.describe('tips', () => {
  test.use({ hasTouch: true })

  test('open by keyboard and by touch, and give the reason of a button that cannot be pressed', async ({
    page,
  }) => {
    await enter(page, sessionOf(people.generalManager), '/customer/list?n=20')
    await expect(rows(page).first()).toBeVisible()
    const tip = page.getByRole('tooltip')
    await rows(page).getByRole('checkbox').first().focus()
    await page.keyboard.press('Tab')
    for (let step = 0; step < 20 && (await page.locator('time:focus').count()) === 0; step += 1)
      await page.keyboard.press('Tab')
    await expect(page.locator('time:focus')).toHaveCount(1)
    await expect(tip.filter({ hasText: /^\d{4}-\d\d-\d\d \d\d:\d\d$/ }).first()).toBeVisible()

    await page.goto('/#/customer/list?cd=20300101-20300102')
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
    await expect(tip).toHaveCount(0)
    await button.tap({ force: true })
    await expect(page.getByRole('tooltip', { name: '没有可导出的数据' })).toBeVisible()
  })
})
