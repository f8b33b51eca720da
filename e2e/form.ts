import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'
import { takeNotice } from './told.ts'

/** How a person fills the product's forms. `scope` is a dialog or the page. */

export const press = (scope: Locator | Page, button: string): Promise<void> =>
  scope.getByRole('button', { name: button, exact: true }).click()

/** The open list of a select. */
const openList = (scope: Locator): Locator =>
  scope.page().locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')

/** Chooses one option of a select. */
export async function select(scope: Locator, label: string, option: string): Promise<void> {
  const box = scope.getByRole('combobox', { name: label })
  await box.click()
  await openList(scope).getByTitle(option, { exact: true }).click()
  await expect(openList(scope)).toHaveCount(0)
}

/** Chooses several options of a select. */
export async function selectAll(scope: Locator, label: string, options: readonly string[]): Promise<void> {
  const box = scope.getByRole('combobox', { name: label })
  await box.click()
  for (const option of options) await openList(scope).getByTitle(option, { exact: true }).click()
  // Tab in an open list chooses the option under the cursor, as Enter does.
  await box.press('Escape')
  await expect(openList(scope)).toHaveCount(0)
}

/** One of the chips or radios of a group. */
export async function choose(scope: Locator, group: string, option: string): Promise<void> {
  await scope
    .getByRole('radiogroup', { name: group, exact: true })
    .locator('label')
    .filter({ has: scope.page().getByText(option, { exact: true }) })
    .click()
}

/** Types a day into a date field. */
export async function pickDay(scope: Locator, label: string, day: string): Promise<void> {
  const field = scope.getByRole('textbox', { name: label })
  await field.fill(day)
  await field.press('Enter')
}

/** The line under a field; not the one that is fading away. */
export const problemOf = (scope: Locator, field: string): Locator =>
  scope.locator(`[data-field="${field}"] .ant-form-item-explain-error:not(.ant-form-show-help-item-leave)`)

/** Waits until a notice says it, or has said it; each counts once. */
export const expectNotice = (page: Page, text: string): Promise<void> =>
  expect
    .poll(() => takeNotice(page, text), { message: `told: ${text}`, intervals: [50, 100, 250] })
    .toBe(true)

/** What was just done is told at the foot of the page, and can be taken back there. */
export async function expectUndo(page: Page, text: string): Promise<Locator> {
  const bar = page.locator('.sr-undo').filter({ hasText: text })
  await expect(bar).toBeVisible()
  return bar
}

/** Empties a date or a select by its cross. */
export async function clear(scope: Locator, field: string): Promise<void> {
  const item = scope.locator(`[data-field="${field}"]`)
  await item.locator('.ant-picker, .ant-select').first().hover()
  await item.locator('.ant-picker-clear, .ant-select-clear').first().click()
}

/**
 * Sends a dialog's form and waits until it is gone. A send within two seconds of the last one counts as a double click, so it
 * is repeated.
 */
export async function finish(dialog: Locator, button: string): Promise<void> {
  const ok = dialog.getByRole('button', { name: button, exact: true })
  await expect(async () => {
    if (await ok.isVisible()) await ok.click()
    await expect(dialog).toBeHidden({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
}
