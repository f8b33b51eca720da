import type { Locator, Page } from '@playwright/test'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'
import { goTo } from '../tools/walk.ts'

/** Lists with decisions in the row show the whole row on every usual screen width. */

const lists = [
  ['/activity/tasks?f=1', '最近跟进', '.sr-task-card'],
  ['/activity/fail-verify', '跟进情况', '.sr-review-card'],
] as const

/** Whether the table scrolls sideways, which would put cells under the buttons. */
const slides = (page: Page): Promise<boolean> =>
  page.locator('.ant-table-body, .ant-table-content').evaluate((body) => body.scrollWidth > body.clientWidth)

test('a manager’s tasks and reviews are wholly visible at every width', async ({ page }) => {
  await enter(page, sessionOf(people.generalManager), '/activity/tasks')
  await test.step('the filters of the tasks take one line at 1440', async () => {
    // Visible once all filters are known: until then the row holds a placeholder without a box.
    await expect(page.getByRole('button', { name: '重置' })).toBeVisible()
    const middles = await page
      .locator('.sr-task-filters .sr-filter-row > *')
      .evaluateAll((all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .map(({ top, bottom }) => Math.round((top + bottom) / 2)),
      )
    expect(new Set(middles).size).toBe(1)
  })
  for (const [address, last, card] of lists)
    await test.step(last, async () => {
      await page.setViewportSize({ width: 1920, height: 900 })
      await goTo(page, address)
      for (const width of [1920, 1440, 1280, 1152, 1100]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(page.getByRole('columnheader', { name: last, exact: true })).toBeInViewport({ ratio: 1 })
        await expect.poll(() => slides(page), `at ${width}`).toBe(false)
      }
      for (const width of [1099, 820, 375]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(page.locator(card).first()).toBeVisible()
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
          .toBeLessThanOrEqual(width)
      }
    })
  await test.step('a box that is barred is in line with the others', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const boxes = page.locator('tbody').getByRole('checkbox')
    await expect(page.locator('tbody').getByRole('checkbox', { disabled: true }).first()).toBeVisible()
    await expect(page.locator('tbody').getByRole('checkbox', { disabled: false }).first()).toBeVisible()
    expect(
      await boxes.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size),
    ).toBe(1)
  })
})

test('the desk’s list is wholly visible on an upright tablet', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await enter(page, sessionOf(people.frontDesk), '/front/index')
  await expect(page.locator('tbody').getByText('确认到店').first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '下次跟进', exact: true })).toBeInViewport({ ratio: 1 })
  await expect.poll(() => slides(page)).toBe(false)
})

const boxOf = async (what: Locator) =>
  (await what.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, height: Number.NaN }

test('the head of a long table stays visible, aligned with its columns; a printed one has its rows alone', async ({
  page,
}) => {
  await enter(page, sessionOf(people.generalManager), '/customer/list?n=50')
  await expect(page.locator('tr.sr-row-link')).toHaveCount(50)
  const numbers = page.locator('tr.sr-row-link td', { hasText: /^1\d{2}\*{4}\d{4}$/ })
  for (const [width, how] of [
    [1440, 'has room'],
    [1110, 'slides sideways'],
  ] as const)
    await test.step(`a table that ${how}`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(() => slides(page)).toBe(how === 'slides sideways')
      const head = page.getByRole('columnheader', { name: '手机号', exact: true })
      const cell = numbers.nth(30)
      // React mounts the table again when its columns stop fitting.
      await expect(() => cell.scrollIntoViewIfNeeded({ timeout: 2_000 })).toPass()
      await page.mouse.move(width / 2, 400)
      await page.mouse.wheel(0, 300)
      await expect
        .poll(async () => {
          const [at, below, above] = [
            await boxOf(head),
            await boxOf(cell),
            await boxOf(page.getByRole('banner')),
          ]
          return { left: at.x - below.x, top: at.y - above.y - above.height }
        })
        .toEqual({ left: 0, top: 0 })
      await expect(head).toBeInViewport({ ratio: 1 })
    })

  await page.setViewportSize({ width: 1440, height: 900 })
  const cell = numbers.first()
  await page.emulateMedia({ media: 'print' })
  await expect(cell).toBeVisible()
  const actions = page.locator('th', { hasText: /^操作$/ })
  for (const gone of [page.getByRole('search'), page.getByRole('checkbox', { name: '全选本页' }), actions])
    await expect(gone).toBeHidden()
  // Head and rows are one table, whose columns no width of the screen limits.
  const paper = page.locator('.sr-list-table .ant-table-container')
  await expect(paper).toHaveCSS('display', 'table')
  await expect(paper).toHaveCSS('table-layout', 'auto')
  expect(await cell.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await page.emulateMedia({ media: 'screen' })
})
