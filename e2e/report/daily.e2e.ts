import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/** Daily reports: the own one, the team's and the store's. */

const form = (page: Page): Locator => page.getByRole('region', { name: '小结与计划' })
const summary = (page: Page): Locator => form(page).getByRole('textbox', { name: '今日小结' })

test('a report is a draft until Ctrl+Enter, and comes back with a reason', async ({ page }) => {
  await enter(page, sessionOf(people.driver), '/daily/index')
  await expect(page.getByRole('region', { name: '当日数字' }).getByText('沟通')).toBeVisible()
  const saving = page.waitForResponse((response) => response.url().endsWith('/appDraftService/save'))
  await summary(page).fill('两台试驾车已加油')
  await saving
  await page.reload()
  await expect(summary(page)).toHaveValue('两台试驾车已加油')
  await page.setViewportSize({ width: 375, height: 780 })
  await expectAccessible(page, 'the own report on a phone')
  await summary(page).press('Control+Enter')
  await expect(form(page)).toContainText(/已于 .* 提交/)
  await expect(summary(page)).toHaveCount(0)

  await enter(page, sessionOf(people.salesManager), '/daily/team')
  const report = page.getByRole('article', { name: `${people.driver.name}的日报` })
  await expect(report).toContainText('两台试驾车已加油')
  await report.getByRole('button', { name: /^退回/ }).click()
  const dialog = page.getByRole('dialog', { name: /^退回/ })
  await dialog.getByRole('textbox', { name: '退回原因' }).fill('请写明里程')
  await dialog.getByRole('textbox', { name: '退回原因' }).press('Control+Enter')
  await expect(report).toContainText('已退回')

  await enter(page, sessionOf(people.driver), '/daily/index')
  await expect(form(page)).toContainText('请写明里程')
  await expect(summary(page)).toHaveValue('两台试驾车已加油')
})

test('the store’s report opens the rows behind its numbers, by week and on a phone', async ({ page }) => {
  await enter(page, sessionOf(people.stillManager), '/daily/store?type=3')
  const row = page.getByRole('row', { name: /^合计/ })
  const talks = row.getByRole('button', { name: /^合计，沟通/ })
  const count = await talks.textContent()
  await talks.click()
  const drawer = page.getByRole('dialog', { name: '合计 · 沟通' })
  await expect(drawer).toContainText(`${count}`)
  await drawer.getByRole('button', { name: '关闭' }).first().click()
  await page.setViewportSize({ width: 375, height: 780 })
  await expect(page.getByRole('heading', { name: '合计' })).toBeVisible()
  await expectAccessible(page, 'the store’s report on a phone')
})
