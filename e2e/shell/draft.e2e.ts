import type { Browser, Locator, Page } from '@playwright/test'
import { addCustomer, anyMobile, anyName, series } from '../tools/customers.ts'
import { expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { choose, finish, press, selectAll } from '../tools/form.ts'
import { openFollow, remark } from '../tools/follow.ts'
import { people } from '../tools/people.ts'
import { become, enter, hold, mustPost, sessionOf } from '../tools/session.ts'
import { expect, restingPlace, test } from '../tools/test.ts'

/** Drafts keep all input: the parts that only a browser can prove. */

/** No other journey creates customers as these members: a draft belongs to the member, in any window. */
const { reviewer, consultant } = people
const field = (dialog: Locator, name: string): Locator => dialog.getByRole('textbox', { name })
const newCustomer = (page: Page): Locator => page.getByRole('dialog', { name: '新建客户' })
const noteOf = (dialog: Locator): Locator => dialog.locator('.sr-draft')

/** Opens a page of the same member on another machine. */
async function atAnotherMachine(browser: Browser, address: string): Promise<Page> {
  const { baseURL = '' } = test.info().project.use
  const page = await (await browser.newContext({ baseURL })).newPage()
  await page.goto(restingPlace)
  await become(page, sessionOf(reviewer))
  await page.goto(`/#${address}`)
  return page
}

test('a window closes during a new customer: another machine continues, the browser keeps nothing', async ({
  page,
  browser,
}) => {
  const [name, mobile] = [anyName(), anyMobile()]
  await enter(page, sessionOf(reviewer), '/customer/list?new=1')
  await field(newCustomer(page), '客户姓名').fill(name)
  await field(newCustomer(page), '手机号').fill(mobile)
  await choose(newCustomer(page), '性别', '女士')
  await selectAll(newCustomer(page), '意向车系', [series.name])
  await choose(newCustomer(page), '意向级别', 'A')
  await expect(noteOf(newCustomer(page))).toHaveText('草稿已保存')
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain(name)
  expect(stored).not.toContain(mobile)
  // Types the last words right before the window closes.
  await field(newCustomer(page), '备注').fill('下午三点来电')
  await page.goto(restingPlace)

  const other = await atAnotherMachine(browser, '/customer/list?new=1')
  const dialog = newCustomer(other)
  await expect(noteOf(dialog)).toHaveText(/已恢复 \d\d:\d\d 的草稿/)
  await expect(field(dialog, '客户姓名')).toHaveValue(name)
  await expect(field(dialog, '手机号')).toHaveValue(mobile)
  await expect(dialog.getByRole('radio', { name: '女士' })).toBeChecked()
  await expect(dialog.locator('[data-field="specIds"]')).toContainText(series.name)
  await expect(field(dialog, '备注')).toHaveValue('下午三点来电')
  await expectAccessibleInBothLooks(other, 'new customer: restored')
  await press(dialog, '放弃')
  await expect(field(dialog, '客户姓名')).toHaveValue('')
  await expect(dialog.getByText('浙江省 / 杭州市')).toBeVisible()
  await press(dialog, '撤销')
  await expect(field(dialog, '客户姓名')).toHaveValue(name)
  await finish(dialog, '保存')

  // After saving no draft is left.
  await other.keyboard.press('n')
  await expect(dialog.getByText('浙江省 / 杭州市')).toBeVisible()
  await expect(noteOf(dialog)).toHaveCount(0)
  await expect(field(dialog, '客户姓名')).toHaveValue('')
  await other.context().close()
})

test('a draft older than its record is not filled in: it can be viewed, discarded or applied', async ({
  page,
  request,
}) => {
  const session = sessionOf(consultant)
  // The code of drafts loads after the form, which waits for it instead of asking whether to discard the input.
  const release = await hold(page, /\/saver-/)
  const { made, dialog } = await openFollow(page, request, session)
  await remark(dialog).fill('客户说下周来')
  await page.keyboard.press('Escape')
  release()
  await expect(dialog).toBeHidden()
  await mustPost(request, '/v1/customerRpc/updateTag', { customerId: made.customerId, tag: '急购' }, session)
  await page.reload()
  await page.getByRole('button', { name: '跟进', exact: true }).first().click()
  await expect(noteOf(dialog)).toContainText('资料已有更新，未填入')
  await expect(remark(dialog)).toHaveValue('')

  await press(dialog, '查看')
  await expect(remark(dialog)).toHaveValue('客户说下周来')
  await expect(dialog.getByRole('button', { name: '完成跟进' })).toBeDisabled()
  await expect(dialog.locator('form')).toHaveAttribute('inert', '')
  await press(dialog, '返回')
  await expect(remark(dialog)).toHaveValue('')
  await press(dialog, '查看')
  await press(dialog, '采用')
  await expect(remark(dialog)).toHaveValue('客户说下周来')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // Once applied, it is a draft of the current record.
  await page.getByRole('button', { name: '跟进', exact: true }).first().click()
  await expect(noteOf(dialog)).toContainText('已恢复')
  await expect(remark(dialog)).toHaveValue('客户说下周来')
  // On a phone the buttons keep their words beside the note.
  await page.setViewportSize({ width: 375, height: 812 })
  const buttons = dialog.locator('.sr-follow-buttons > .ant-btn')
  await expect
    .poll(() => buttons.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length))
    .toBe(0)
})

test('two windows with the same form: neither overwrites the other', async ({ page, request, context }) => {
  const session = sessionOf(consultant)
  const made = await addCustomer(request, session)
  const address = `/customer/detail/${made.customerId}`
  await enter(page, session, address)
  const other = await context.newPage()
  await other.goto(`/#${address}`)
  const dialogs = [page, other].map((one) => one.getByRole('dialog', { name: `跟进 ${made.name}` }))
  for (const one of [page, other]) {
    const draftRead = one.waitForResponse((response) => response.url().endsWith('/v2/appDraftService/read'))
    await one.getByRole('button', { name: '跟进', exact: true }).first().click()
    await draftRead
  }
  for (const index of dialogs.keys()) {
    await remark(dialogs[index] as Locator).fill(index === 0 ? '第一个窗口' : '第二个窗口')
    await expect(noteOf(dialogs[index] as Locator)).toHaveText('草稿已保存')
  }
  await other.close()
  await page.reload()
  const dialog = dialogs[0] as Locator
  await page.getByRole('button', { name: '跟进', exact: true }).first().click()
  await expect(remark(dialog)).toHaveValue('第二个窗口')
  await press(dialog, '放弃')
  await expect(noteOf(dialog)).toContainText('已放弃，另有')
  await press(dialog, '查看')
  await expect(remark(dialog)).toHaveValue('第一个窗口')
  await press(dialog, '采用')
  await expect(noteOf(dialog)).toContainText('已恢复')
})
