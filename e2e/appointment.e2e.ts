import { expectAccessible } from './accessible.ts'
import type { Locator } from '@playwright/test'
import { choose, expectNotice, finish, openList } from './form.ts'
import { openFollow, remark } from './follow.ts'
import { people } from './people.ts'
import { sessionOf } from './session.ts'
import { expect, test } from './test.ts'

async function chooseHour(scope: Locator, hour: string): Promise<void> {
  const box = scope.getByRole('combobox', { name: '预约时间' })
  await box.fill(hour)
  await openList(scope).locator('.ant-select-item-option').filter({ hasText: hour }).first().click()
}

test('a test drive is planned for an hour with a car, shown to the store, and moved', async ({
  page,
  request,
}) => {
  const { made, dialog, next } = await openFollow(page, request, sessionOf(people.consultant))
  await choose(dialog, '沟通方式', '电话')
  await remark(dialog).fill('想试驾')
  await choose(dialog, '下次跟进', '试驾')
  await dialog.locator('[data-field="nextDate"]').getByRole('button', { name: '明天' }).click()
  await chooseHour(dialog, '16:00')
  await expect(dialog.locator('[data-field="nextMinutes"]')).toContainText('60分钟')
  await finish(dialog, '完成跟进')
  await expectNotice(page, '跟进已保存')
  await expect(next).toContainText('明天 16:00')

  await page.goto('/#/activity/appointments')
  await page.getByRole('button', { name: '后一天' }).click()
  const block = page.getByRole('button', { name: new RegExp(`${made.name}.*16:00`) })
  await expect(block).toBeVisible()
  await expectAccessible(page, 'the appointments of a day')
  await block.press('Enter')
  const move = page.getByRole('dialog', { name: '改约' })
  await chooseHour(move, '16:30')
  await expectAccessible(page, 'the dialog that moves an appointment')
  await finish(move, '改约')
  await expectNotice(page, '已改约')
  await expect(page.getByRole('button', { name: new RegExp(`${made.name}.*16:30–17:30`) })).toBeVisible()
})
