import { expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { addCustomer, anyName, inDays } from '../tools/customers.ts'
import { choose, startExport } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, hold, sessionOf } from '../tools/session.ts'
import { openUserMenu } from '../tools/shell.ts'
import { expect, test } from '../tools/test.ts'

/**
 * Expects no serious accessibility findings on pages and dialogs, in light and dark. No other journey repeats the
 * checks made here; keys.e2e.ts checks every form as it opens.
 */

test('the pages before sign-in are accessible', async ({ page }) => {
  await page.goto('/#/login')
  await expect(page.getByRole('button', { name: '获取验证码' })).toBeVisible()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectAccessibleInBothLooks(page, 'sign-in with problems')
  await page.getByRole('tab', { name: '扫码登录' }).click()
  await expectAccessibleInBothLooks(page, 'QR tab')
  await page.getByRole('tab', { name: '账户登录' }).click()
  await page.getByRole('button', { name: '忘记密码' }).click()
  await expectAccessibleInBothLooks(page, 'forgotten password')
  await page.goto('/?code=x#/casLogin')
  await expect(page.getByRole('heading', { name: '单点登录失败' })).toBeVisible()
  await expectAccessibleInBothLooks(page, 'landing')
})

test('the frame and its dialogs are accessible', async ({ page }) => {
  const { boss } = people
  await enter(page, sessionOf(boss))
  await expect(page.getByRole('heading', { name: /，沈若兰$/ })).toBeVisible()
  await expectAccessibleInBothLooks(page, 'overview')
  await page.route('**/v1/targetRpc/period', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), isAnnounced: false } })
  })
  await page.reload()
  await expect(page.getByText('今年的节假日尚未公布，按平常的星期计算')).toBeVisible()
  await expectAccessibleInBothLooks(page, 'overview of a year without announced holidays')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const item of ['个人信息', '修改密码', '切换门店']) {
    await openUserMenu(page, boss, item)
    await expect(page.getByRole('dialog', { name: item })).toBeVisible()
    await expectAccessibleInBothLooks(page, item)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.goto('/#/no/such')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  await expectAccessibleInBothLooks(page, 'no such page')
})

test('the list and the new customer are accessible', async ({ page }) => {
  await enter(page, sessionOf(people.generalManager), '/customer/list?lv=H,A&n=20')
  await expect(page.locator('tr.sr-row-link').first()).toBeVisible()
  await page.getByRole('button', { name: /更多筛选/ }).click()
  await expect(page.getByRole('combobox', { name: '客户来源' })).toBeVisible()
  await expectAccessibleInBothLooks(page, 'list')
  const release = await hold(page, /\/v[12]\/.*export/i)
  await startExport(page, /^导出 [\d,]+ 位$/)
  await expect(page.getByText('正在导出中...')).toBeVisible()
  await expectAccessibleInBothLooks(page, 'export')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  release()
  await page.getByRole('button', { name: '新建客户' }).click()
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  await expect(dialog.getByRole('textbox', { name: '客户姓名' })).toBeFocused()
  await dialog.locator('summary', { hasText: '更多' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请选择性别')).toBeVisible()
  await expectAccessibleInBothLooks(page, 'new customer with problems')
})

test('an empty search result is accessible', async ({ page }) => {
  await enter(page, sessionOf(people.generalManager), '/customer/list?cd=20300101-20300102')
  await expect(page.getByText('没有符合条件的客户')).toBeVisible()
  await expectAccessibleInBothLooks(page, 'empty list')
  await page.goto('/#/customer/detail/987654321')
  await expect(page.getByText('没有找到该客户')).toBeVisible()
  await expectAccessibleInBothLooks(page, 'no such customer')
})

test('a customer and the follow-up are accessible', async ({ page, request }) => {
  const session = sessionOf(people.consultant)
  const made = await addCustomer(request, session, {
    name: anyName(),
    tags: '急购',
    nextDate: inDays(-1),
  })
  await enter(page, session, `/customer/detail/${made.customerId}`)
  const follow = page
    .getByRole('region', { name: '下次跟进' })
    .getByRole('button', { name: '跟进', exact: true })
  await expect(follow).toBeVisible()
  await expectAccessibleInBothLooks(page, 'customer')
  await follow.click()
  const dialog = page.getByRole('dialog', { name: `跟进 ${made.name}` })
  await dialog.getByRole('button', { name: '完成跟进' }).click()
  await expect(dialog.getByText('请输入备注')).toBeVisible()
  await expectAccessibleInBothLooks(page, 'follow-up with problems')
  await choose(dialog, '后续安排', '转为休眠')
  await expectAccessibleInBothLooks(page, 'follow-up: dormant')
  await dialog
    .getByRole('radiogroup', { name: '意向级别' })
    .locator('label')
    .filter({ hasText: '申请战败' })
    .click()
  await choose(dialog, '战败原因', '产品')
  await expectAccessibleInBothLooks(page, 'follow-up: defeat')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '跟进', exact: true }).first().click()
  await expect(dialog.getByText(/已恢复 .* 的草稿/)).toBeVisible()
  await expectAccessibleInBothLooks(page, 'follow-up: restored')
})
