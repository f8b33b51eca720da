import type { Page } from '@playwright/test'
import { anyMobile, anyName, countFound, getCustomer, series } from '../tools/customers.ts'
import { choose, expectNotice, selectAll } from '../tools/form.ts'
import { newest, openFollow, remark } from '../tools/follow.ts'
import { atTheDoor, people } from '../tools/people.ts'
import { demoPassword, enter, holdCalls, mustPost, sessionOf, signOut } from '../tools/session.ts'
import type { Session } from '../tools/session.ts'
import { field, requestCode, signInOn } from '../tools/sign-in.ts'
import { expect, test } from '../tools/test.ts'

/** The browser's session after signing in again. */
async function sessionNow(page: Page, before: Session): Promise<Session> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'Dealer-User-Token')?.value ?? ''
  expect(token).not.toBe(before.token)
  return { ...before, token }
}

const relogin = (page: Page) => page.getByRole('dialog', { name: '登录过期，请重新登录' })

test('a session ends over a filled form: after signing in again nothing is lost, one customer is made', async ({
  page,
  request,
}) => {
  const person = people.expiring
  const session = sessionOf(person)
  // Without a stream only the save can learn that the session is over.
  await page.route('**/live?*', (route) => route.abort())
  await enter(page, session, '/customer/list?new=1')
  const dialog = page.getByRole('dialog', { name: '新建客户' })
  const [name, mobile] = [anyName(), anyMobile()]
  await expect(dialog.getByText('浙江省 / 杭州市 / 萧山区')).toBeVisible()
  await dialog.getByRole('textbox', { name: '客户姓名' }).fill(name)
  await dialog.getByRole('textbox', { name: '手机号' }).fill(mobile)
  await choose(dialog, '性别', '女士')
  await selectAll(dialog, '意向车系', [series.name])
  await dialog.getByRole('textbox', { name: '备注' }).fill('不能丢的备注')
  const release = await holdCalls(page)
  await signOut(request, session)
  await dialog.getByRole('button', { name: '保存' }).click()
  release()

  await expect(relogin(page)).toContainText('已填写的内容都在，登录后将自动继续提交。')
  await expect(relogin(page)).toContainText(person.name)
  await expect(dialog.getByRole('textbox', { name: '客户姓名', includeHidden: true })).toHaveValue(name)
  await signInOn(relogin(page), person)
  await expect(relogin(page)).toBeHidden()
  await expectNotice(page, '客户新建成功')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()

  const now = await sessionNow(page, session)
  expect(await countFound(request, now, mobile)).toBe(1)
  const { data } = await mustPost<{ data: { customerId: number }[] }>(
    request,
    '/v2/appCustomerService/list',
    { key: mobile },
    now,
  )
  const file = await getCustomer(request, now, data[0]?.customerId ?? 0)
  expect(file.customer).toMatchObject({ name, gender: 2, remark: '不能丢的备注' })
  expect(file.timelines).toHaveLength(1)
})

test('over a follow-up no other person can sign in, and giving up for now keeps the form', async ({
  page,
  request,
}) => {
  const person = people.expiringToo
  const session = sessionOf(person)
  const { made, dialog, timeline } = await openFollow(page, request, session)
  await choose(dialog, '沟通方式', '电话')
  await choose(dialog, '发生事件', '其他')
  await remark(dialog).fill('写了很久的备注')
  // The page's stream ends with the session, and the page asks at once.
  await signOut(request, session)
  await expect(relogin(page)).toBeVisible()

  await signInOn(relogin(page), atTheDoor.stranger)
  await expect(relogin(page).getByRole('alert')).toHaveText('请使用原账号登录')
  await relogin(page).getByRole('button', { name: '暂不登录，返回页面' }).click()
  await expect(relogin(page)).toBeHidden()
  await expect(remark(dialog)).toHaveValue('写了很久的备注')
  await expect(async () => {
    await dialog.getByRole('button', { name: '完成跟进' }).click({ timeout: 1000 })
    await expect(relogin(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await field(relogin(page), '手机号').fill(person.mobile)
  await field(relogin(page), '密码').fill(demoPassword)
  await field(relogin(page), '短信验证码').fill(await requestCode(relogin(page)))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(newest(timeline)).toContainText('写了很久的备注')
  const file = await getCustomer(request, await sessionNow(page, session), made.customerId)
  expect(file.timelines).toHaveLength(2)
})
