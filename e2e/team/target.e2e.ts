import { expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test('targets are typed, pasted and filled into the grid, and saved at once', async ({ page }) => {
  await enter(page, sessionOf(people.farManager), '/manager/target')
  const grid = page.getByRole('table', { name: '基本目标' })
  const cell = (row: number, column: number) => grid.locator(`[data-at="${row} ${column}"]`)
  const save = page.getByRole('button', { name: /^保存/ })
  await expect(save).toBeDisabled()

  // Enter and the arrows move; Shift+Enter goes back up.
  await cell(1, 0).focus()
  await page.keyboard.type('321')
  await page.keyboard.press('Enter')
  await expect(cell(2, 0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cell(2, 1)).toBeFocused()
  await page.keyboard.press('Shift+Enter')
  await expect(cell(1, 1)).toBeFocused()
  await expect(grid.getByRole('row', { name: /^与门店目标相差/ })).toContainText('多')

  // A block of a spreadsheet, with a cell that is no number.
  await cell(1, 1).evaluate((input) => {
    const data = new DataTransfer()
    data.setData('text/plain', '11\t很多\r\n13\t14\r\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(cell(2, 2)).toHaveValue('14')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: '试驾：基本请输入整数' })).toBeVisible()
  await cell(1, 2).fill('12')
  await expectAccessibleInBothLooks(page, 'the grid of targets')

  // Leaving with typed cells asks; staying keeps them.
  await page.getByText('季', { exact: true }).click()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(save).toHaveText('保存（5）')

  // Last month plus some percent goes into the grid too; the levels above the typed ones rise with it.
  await page.getByRole('button', { name: '从往月填入' }).click()
  const dialog = page.getByRole('dialog', { name: '从往月填入' })
  await dialog.getByLabel('增加').fill('10')
  await dialog.getByRole('button', { name: '填入' }).click()
  await cell(1, 0).fill('20')
  await save.click()
  await expectNotice(page, '保存成功')
  await expect(save).toBeDisabled()

  await cell(1, 0).focus()
  await page.getByRole('button', { name: '修改记录' }).click()
  const history = page.getByRole('dialog')
  await expect(history.getByRole('listitem').first()).toContainText('基本 20')
  await expect(history.getByRole('listitem').first()).toContainText(people.farManager.name)
})
