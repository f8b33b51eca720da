import { expectAccessibleInDark } from '../tools/accessible.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test('the morning report opens its lists, and can be subscribed to', async ({ page }) => {
  await enter(page, sessionOf(people.stillManager), '/report/task')
  await page.getByRole('link', { name: '晨报' }).click()
  await expect(page.getByRole('heading', { name: '晨报', level: 1 })).toBeVisible()
  await expectAccessibleInDark(page, 'morning report')

  const form = page.getByRole('region', { name: /^订阅/ })
  // The demo's default for a store's head.
  await expect(form.getByRole('switch', { name: '订阅晨报' })).toBeChecked()
  await form.getByRole('checkbox', { name: '站内消息' }).uncheck()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请至少选择一种接收方式')).toBeVisible()
  await form.getByRole('checkbox', { name: '短信' }).check()
  await form.getByRole('button', { name: '保存' }).click()
  await expectNotice(page, '已订阅，每天08:30送达')

  const done = page.getByRole('region', { name: /^昨日/ })
  const visits = done.getByRole('button', { name: /^昨日到店/ })
  if (await visits.isVisible()) {
    const board = await visits.innerText()
    await visits.click()
    const drawer = page.getByRole('dialog', { name: '昨日到店' })
    await expect(drawer).toContainText(`共 ${board} 条`)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }

  const [late] = await page.getByRole('list', { name: '各成员逾期任务' }).getByRole('link').all()
  const count = await late?.innerText()
  await late?.click()
  await expect(page).toHaveURL(/activity\/tasks\?.*m=/)
  await expect(page.getByText(`共 ${count} 条`)).toBeVisible()
})
