import type { Page, Request } from '@playwright/test'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import type { Session } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/**
 * A write without a response, or whose request cannot be made: shows which of the two, keeps the input, and repeats
 * under the same key.
 */

const unsent = '系统错误，请联系管理员！'
const unreachable = '接口错误'

/** No header can hold such a token: the browser refuses to make the request. */
const breakToken = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.cookie = 'Dealer-User-Token=%E5%9D%8F; Path=/; SameSite=Strict'))
const mendToken = (page: Page, { token }: Session): Promise<void> =>
  page.evaluate(
    (good) => void (document.cookie = `Dealer-User-Token=${good}; Path=/; SameSite=Strict`),
    token,
  )

const keyOf = (request: Request): string | undefined => request.headers()['idempotency-key']

/** Aborts all requests to this path; returns the key of the lost one. */
async function lose(page: Page, path: string, press: () => Promise<void>): Promise<string | undefined> {
  await page.route(path, (route) => route.abort())
  const [lost] = await Promise.all([page.waitForRequest(path), press()])
  return keyOf(lost)
}

/** Causes both failures and repeats; returns the keys of the lost and of the successful request. */
async function failTwice(
  page: Page,
  session: Session,
  write: { path: string; press(): Promise<void>; expectRefusal(text: string): Promise<void> },
): Promise<(string | undefined)[]> {
  const { path, press, expectRefusal } = write
  const lost = await lose(page, path, press)
  await expectRefusal(unreachable)
  await page.unroute(path)
  await breakToken(page)
  const sent: Request[] = []
  const note = (request: Request): void => {
    if (request.url().endsWith(path.replace('**', ''))) sent.push(request)
  }
  page.on('request', note)
  await press()
  await expectRefusal(unsent)
  page.off('request', note)
  expect(sent, 'nothing was sent').toEqual([])
  await mendToken(page, session)
  const [repeated] = await Promise.all([page.waitForRequest(path), press()])
  return [lost, keyOf(repeated)]
}

test('a form in a dialog keeps its input and repeats under the same key', async ({ page }) => {
  const session = sessionOf(people.farManager)
  await enter(page, session, '/manager/setting')
  await page.getByRole('button', { name: '新增来源' }).click()
  const dialog = page.getByRole('dialog', { name: '新增来源' })
  const name = `来源${Date.now() % 1_000_000}`
  await dialog.getByLabel('来源名称').fill(name)
  const [lost, repeated] = await failTwice(page, session, {
    path: '**/addSource',
    press: () => dialog.getByRole('button', { name: '新增' }).click(),
    expectRefusal: async (text) => {
      await expect(dialog.getByRole('alert')).toContainText(text)
      await expect(dialog.getByRole('alert')).toContainText('填写的内容仍在')
      await expect(dialog.getByLabel('来源名称')).toHaveValue(name)
      await expect(dialog.getByRole('button', { name: '新增' })).toBeEnabled()
    },
  })
  expect(repeated).toBe(lost)
  await expectNotice(page, '添加成功')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: `删除 ${name}` }).click()
  const question = page.getByRole('dialog', { name: '删除来源' })
  const [first, second] = await failTwice(page, session, {
    path: '**/deleteSource',
    press: () => question.getByRole('button', { name: '删除', exact: true }).click(),
    expectRefusal: (text) => expect(question.getByRole('alert')).toContainText(text),
  })
  expect(second).toBe(first)
  await expectNotice(page, '删除成功')
})

test('a button that sends at once repeats under the same key', async ({ page }) => {
  const session = sessionOf(people.generalManager)
  await enter(page, session, '/report/task')
  const buttons = page.getByRole('main').getByRole('button', { name: '导出' })
  // The chart's own button, which appears with the chart.
  await expect(buttons).toHaveCount(2)
  const exporting = buttons.last()
  await expect(exporting).toBeEnabled()
  await failTwice(page, session, {
    path: '**/exportExcel',
    press: () => exporting.click(),
    expectRefusal: (text) => expectNotice(page, text),
  })
})
