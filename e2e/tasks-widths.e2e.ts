import type { Page } from '@playwright/test'
import { people } from './people.ts'
import { enter, sessionOf } from './session.ts'
import { expect, test } from './test.ts'

/** Whoever decides from a row sees all of the row, on every usual screen. */

const lists = [
  ['/activity/tasks?f=1', '最近跟进', '.sr-task-card'],
  ['/activity/fail-verify', '跟进情况', '.sr-review-card'],
] as const

/** Whether the table slides sideways: something of it would lie under the buttons. */
const slides = (page: Page): Promise<boolean> =>
  page.locator('.ant-table-body, .ant-table-content').evaluate((body) => body.scrollWidth > body.clientWidth)

for (const [address, last, card] of lists)
  test(`${last} is in sight at every width`, async ({ page }) => {
    await enter(page, sessionOf(people.generalManager), address)
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
