import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Scrolls to the numbers and charts, which load there; parts above that load meanwhile move them further down. */
async function toNumbers(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: '团队负荷' }).getByRole('row').nth(1)).toBeVisible()
  const awaited = page.locator('.sr-dash-charts-awaited')
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(awaited).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 10_000 })
}
const numberIn = async (one: Locator): Promise<number> =>
  Number(((await one.textContent()) ?? '').match(/\d[\d,]*/)?.[0].replaceAll(',', ''))

test('a manager sees overdue members and the sources of a range; each number, ratio and day opens its rows', async ({
  page,
}) => {
  await enter(page, sessionOf(people.stillManager))
  const team = page.getByRole('region', { name: '团队负荷' })
  await expect(team.getByRole('row').nth(1)).toContainText(/\d/)
  await toNumbers(page)
  await expect(page.getByRole('img', { name: /^近30天趋势/ })).toBeVisible()
  // Lines that are not drawn at first are offered behind one button, not struck out.
  await page.getByRole('button', { name: /^更多指标 \d$/ }).click()
  await expect(page.getByRole('button', { name: '订车数' })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('radio', { name: '今日' })).toBeChecked()
  await page.locator('label').filter({ hasText: '本年' }).click()
  const sources = page.locator('.sr-dash-chart').filter({ hasText: '线下客户来源' })
  await expect(sources.getByRole('img', { name: /^本年线下客户来源/ })).toBeVisible()
  await expectAccessible(page, '概览')
  const placed = page.locator('.sr-dash-chart').filter({ hasText: '客户分布 TOP 10' })
  await placed.locator('label').filter({ hasText: '表' }).click()
  const files = placed.getByRole('row').nth(1).getByRole('link')
  const count = await numberIn(files)
  await files.click()
  await expect(page).toHaveURL(/#\/customer\/list\?/)
  await expect(page.getByText(`共 ${count.toLocaleString('zh-CN')} 位`)).toBeVisible()
  await expect(page.getByText(/^购车地区：.+ .+/)).toBeVisible()
  await page.goBack()
  await toNumbers(page)

  // Ratios and the trend open their rows, too.
  const month = page.locator('.sr-sums-group').filter({ hasText: '本月' })
  await expect(month.locator('.sr-sum-value').first()).toContainText('%')
  await month.locator('.sr-sum').filter({ hasText: '成交率' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/#\/customer\/list\?.*lv=/)
  await expect(page).toHaveURL(/cd=month/)
  await page.goBack()
  await toNumbers(page)

  // Both parts of the tasks that 跟进及时率 divides; their sum is all of them.
  await month.getByRole('button', { name: /^跟进及时率 [\d.]+%，查看明细$/ }).click()
  const due = page.getByRole('dialog', { name: '跟进及时率' })
  const totals: number[] = []
  for (const part of ['全部', '按时完成', '未按时']) {
    await due.locator('label').filter({ hasText: part }).click()
    totals.push(await numberIn(due.getByText(/· 共 [\d,]+ 条/)))
  }
  const [all = 0, inTime = 0, late = 0] = totals
  expect(inTime + late).toBe(all)
  expect(all).toBeGreaterThan(0)
  await expectAccessible(page, 'the tasks due this month')
  await page.keyboard.press('Escape')

  const trend = page.locator('.sr-dash-chart').filter({ hasText: '近30天趋势' })
  await trend.locator('label').filter({ hasText: '表' }).click()
  const number = trend.getByRole('button', { name: /跟进数 \d+，查看明细$/ }).last()
  await number.click()
  const drawer = page.getByRole('dialog', { name: '跟进数' })
  await expect(drawer.getByRole('radio', { name: '沟通' })).toBeChecked()
  await drawer.locator('label').filter({ hasText: '到店' }).click()
  await expect(drawer.getByText(/· 共 \d+ 条/)).toBeVisible()
  await page.keyboard.press('Escape')

  await test.step('on a phone all parts are stacked in one column', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await expect(page.getByRole('region', { name: '团队负荷' })).toBeVisible()
    await toNumbers(page)
    await trend.locator('label').filter({ hasText: '图' }).click()
    await expect(page.getByRole('img', { name: /^近30天趋势/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
})
