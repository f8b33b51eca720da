import { expectAccessibleInDark } from '../tools/accessible.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

test('the general manager sees whether everything works, on a phone too', async ({ page }) => {
  await enter(page, sessionOf(people.generalManager), '/manager/system')
  await expect(page.getByRole('heading', { name: '系统状态', level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '更新于' })).toBeVisible()
  const row = (panel: string, name: string) =>
    page.getByRole('region', { name: panel }).getByRole('listitem', { name, exact: true })
  // The journeys' database has no backups, which is something to mend.
  await expect(page.getByRole('status').filter({ hasText: '备份：' })).toContainText('项需要注意')
  await expect(row('程序与数据', '版本')).toContainText('正常')
  await expect(row('程序与数据', '服务')).toContainText('已运行')
  await expect(row('程序与数据', '数据库')).toContainText('版本')
  await expect(row('待处理', '事件推送')).toContainText(/没有待处理|\d+ 条/)
  await expect(row('外部系统', '短信')).toContainText('演示')
  // Ran when the server started.
  await expect(row('定时任务', '查找遗漏的待处理工作')).toContainText('上次成功')
  await expect(
    page.getByRole('region', { name: '定时任务' }).getByText('还没有运行过', { exact: true }),
  ).toHaveCount(0)
  await expectAccessibleInDark(page, 'the state of the system')
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(row('外部系统', '企业微信')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await test.step('without an answer the state stays readable, with its time', async () => {
    await page.route('**/v2/appSystemService/state', (route) => route.abort())
    // Returns to the window after a while.
    await page.evaluate(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 400_000
      window.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(page.getByRole('status').filter({ hasText: '现在无法更新' })).toBeVisible()
    await expect(row('外部系统', '企业微信')).toBeVisible()
  })
})
