import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInDark } from '../tools/accessible.ts'
import { anyMobile, anyName, masked } from '../tools/customers.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { mainMenu } from '../tools/shell.ts'
import { expect, test } from '../tools/test.ts'

/** The settings of a store that most journeys do not use. */
const openSettings = (page: Page): Promise<void> =>
  enter(page, sessionOf(people.farManager), '/manager/setting')
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

test('the settings of a store are changed card by card, and an announcement reaches the overview', async ({
  page,
}) => {
  await openSettings(page)
  const save = page.getByRole('button', { name: '保存' })
  await test.step('a card has its button while it has something to save, and keeps the focus', async () => {
    const leads = section(page, '线上线索')
    await expect(leads.locator(save)).toHaveCount(0)
    const limit = leads.getByLabel('清洗时限')
    await limit.fill((await limit.inputValue()) === '20' ? '21' : '20')
    await leads.locator(save).press('Enter')
    await expectNotice(page, '保存成功')
    await expect(leads.locator(save)).toHaveCount(0)
    await expect(leads.locator(':focus')).toHaveCount(1)
    await expectAccessibleInDark(page, 'the settings')
  })
  await test.step('a new policy first explains what happens to waiting leads', async () => {
    const leads = section(page, '线上线索')
    const policies = leads.getByRole('radio')
    if (await policies.first().isDisabled()) {
      await expect(leads).toContainText('线上线索由集团DCC统一清洗')
      return
    }
    await policies.nth(1).click()
    const dialog = page.getByRole('dialog', { name: '更换线上线索策略' })
    await expect(dialog).toContainText(/现有待清洗 \d+ 条/)
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect(dialog).toBeHidden()
  })
  await test.step('a source is added, renamed and removed by keyboard', async () => {
    const sources = section(page, '自定义来源')
    const [name, other] = [anyName(), anyName()]
    await sources.getByRole('button', { name: '新增来源' }).press('Enter')
    await page.getByLabel('来源名称').fill(name)
    await page.keyboard.press('Enter')
    await expectNotice(page, '添加成功')
    await sources.getByRole('button', { name: `重命名 ${name}` }).press('Enter')
    await page.getByLabel('来源名称').fill(other)
    await page.keyboard.press('Enter')
    await expectNotice(page, '更新成功')
    await sources.getByRole('button', { name: `删除 ${other}` }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expectNotice(page, '删除成功')
    await expect(sources).not.toContainText(other)
  })
  await test.step('a number is added to the blocklist with a contact, and removed', async () => {
    const list = section(page, 'blc名单')
    const number = anyMobile()
    await list.getByRole('button', { name: '加入名单' }).click()
    const dialog = page.getByRole('dialog', { name: '加入blc名单' })
    await dialog.getByRole('button', { name: '加入' }).click()
    await expect(dialog.getByText('请输入手机号或身份证号码')).toBeVisible()
    await expect(dialog.getByText('请输入联系人')).toBeVisible()
    await dialog.getByLabel('手机号').fill(number)
    await dialog.getByLabel('联系人').fill('王经理 0571-88880000')
    await dialog.getByLabel('联系人').press('Enter')
    await dialog.getByRole('button', { name: '加入' }).click()
    await expectNotice(page, '添加成功')
    await list.getByRole('button', { name: `移出 ${masked(number)}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: '移出' }).click()
    await expectNotice(page, '删除成功')
    await expect(list).not.toContainText(masked(number))
  })
  await test.step('an announcement is kept in the history, and shown on the overview with its author', async () => {
    const words = `周六晨会改到九点，请带上本周跟进清单（${Date.now()}）。`
    const topic = section(page, '公告')
    await topic.getByLabel('公告内容').fill(words)
    await topic.getByRole('button', { name: '发布' }).click()
    await expectNotice(page, '保存成功')
    await expect(topic).toContainText(people.farManager.name)
    await topic.getByRole('button', { name: '历史公告' }).click()
    await expect(page.getByRole('dialog')).toContainText(words)
    await page.keyboard.press('Escape')
    await mainMenu(page).getByRole('link', { name: '概览' }).click()
    await expect(page).toHaveURL(/dashboard/)
    await expect(section(page, '公告')).toContainText(words)
    await expect(section(page, '公告')).toContainText(people.farManager.name)
  })
  await test.step('hours in the wrong order show an error under their field', async () => {
    await page.goto('/#/manager/setting')
    const sign = section(page, '签到与工作时间')
    // Typed: Enter belongs to the time panel, Ctrl+Enter submits the form.
    const end = sign.getByLabel('下班时间')
    await end.click()
    const clock = page.locator('.ant-picker-dropdown')
    await expect(clock).toBeVisible()
    await end.press('Escape')
    await expect(clock).toBeHidden()
    await end.fill('07:00')
    await end.press('Enter')
    await end.press('Control+Enter')
    await expect(sign.getByText('下班时间必须晚于上班时间')).toBeVisible()
  })
})

test('on a phone the settings are folded, and a folded one keeps its input', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await openSettings(page)
  const address = section(page, '门店地址')
  const fold = address.getByRole('button', { name: '门店地址' })
  await expect(address.getByLabel('地址')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_400)
  await fold.press('Enter')
  await address.getByLabel('地址').fill('古墩路590号')
  await fold.press('Enter')
  await expect(address.getByLabel('地址')).toBeHidden()
  await fold.press('Enter')
  await expect(address.getByLabel('地址')).toHaveValue('古墩路590号')
  await expectAccessible(page, 'the settings on a phone')
})
