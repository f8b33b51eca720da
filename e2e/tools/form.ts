import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'
import { takeNotice } from './notices.ts'

/** Fills the product's forms as a person does. `scope` is a dialog or the page. */

export const press = (scope: Locator | Page, button: string): Promise<void> =>
  scope.getByRole('button', { name: button, exact: true }).click()

/** The open list of a select. */
export const openList = (scope: Locator): Locator =>
  scope.page().locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')

/** Clicks an option of an open list, which renders only the options in view: scrolls a long list until it has this one. */
export async function clickOption(list: Locator, option: string): Promise<void> {
  const entry = list.getByTitle(option, { exact: true })
  await expect(async () => {
    await list.locator('.ant-select-item-option').first().waitFor()
    if (!(await entry.isVisible()))
      await list.locator('.ant-select-dropdown-list-holder').evaluate((holder) => {
        const { scrollTop, clientHeight, scrollHeight } = holder
        holder.scrollTop = scrollTop + clientHeight < scrollHeight ? scrollTop + 200 : 0
      })
    await expect(entry).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 10_000 })
  await entry.click()
}

/** Chooses one option of a select. */
export async function select(scope: Locator, label: string, option: string): Promise<void> {
  const box = scope.getByRole('combobox', { name: label })
  await box.click()
  await clickOption(openList(scope), option)
  await expect(openList(scope)).toHaveCount(0)
}

/** Chooses an option of a select by typing it. Enter chooses nothing until the list has the option. */
export async function typeChoice(scope: Locator, label: string, option: string): Promise<void> {
  const box = scope.getByRole('combobox', { name: label })
  await box.fill(option)
  await expect(openList(scope).getByTitle(option, { exact: true })).toBeVisible()
  await box.press('Enter')
  await expect(openList(scope)).toHaveCount(0)
}

/** Chooses several options of a select. */
export async function selectAll(scope: Locator, label: string, options: readonly string[]): Promise<void> {
  const box = scope.getByRole('combobox', { name: label })
  await box.click()
  for (const option of options) await clickOption(openList(scope), option)
  // Tab in an open list chooses the highlighted option, as Enter does.
  await box.press('Escape')
  await expect(openList(scope)).toHaveCount(0)
}

/** Chooses one of the chips or radios of a group. */
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

/** Starts an export of a list: it names the number of rows first, as in `导出 12 位`. */
export async function startExport(page: Page, question: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: '导出', exact: true }).first().click()
  await page
    .locator('.ant-modal-confirm')
    .filter({ has: page.getByText(question) })
    .getByRole('button', { name: '导出', exact: true })
    .click()
}

/** The error line under a field, without one that is fading out. */
export const problemOf = (scope: Locator, field: string): Locator =>
  scope.locator(`[data-field="${field}"] .ant-form-item-explain-error:not(.ant-form-show-help-item-leave)`)

/** Waits for a notice with this text, visible or already gone; each notice counts once. */
export const expectNotice = (page: Page, text: string): Promise<void> =>
  expect
    .poll(() => takeNotice(page, text), { message: `notice: ${text}`, intervals: [50, 100, 250] })
    .toBe(true)

/** Expects the undo bar with this text at the foot of the page. */
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
 * Submits a dialog's form and waits until it closes. A submit within two seconds of the last one counts as a double
 * click, so it is repeated.
 */
export async function finish(dialog: Locator, button: string): Promise<void> {
  const ok = dialog.getByRole('button', { name: button, exact: true })
  await expect(async () => {
    if (await ok.isVisible()) await ok.click()
    await expect(dialog).toBeHidden({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
}
