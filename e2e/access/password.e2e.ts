import { expectNotice, finish, problemOf } from '../tools/form.ts'
import { atTheDoor, people } from '../tools/people.ts'
import { demoPassword, enter, post, sessionOf } from '../tools/session.ts'
import { field, requestCode } from '../tools/sign-in.ts'
import { openUserMenu } from '../tools/shell.ts'
import { expect, test } from '../tools/test.ts'

const resetRule = '请输入格式正确的新密码（大小写字母+数字+特殊字符，最小长度8）'
const changeRule = '大小写字母+数字+特殊字符，最小长度8'
const newPassword = 'Fresh#2027 车'
/** Has all four character classes, but is on every list of common passwords. */
const commonPassword = 'P@ssw0rd'

test('a forgotten password is reset, by its rules', async ({ page }) => {
  const { mobile } = atTheDoor.forgetful
  await page.goto('/#/login')
  await page.getByRole('button', { name: '忘记密码' }).click()
  await expect(page.getByRole('heading', { name: '重置密码' })).toBeVisible()
  const send = page.getByRole('button', { name: '设置密码并登录' })
  await send.click()
  for (const text of ['请输入手机号', '请输入验证码', resetRule, '请再次输入新密码'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()

  await field(page, '手机号').fill(mobile)
  await field(page, '短信验证码').fill(await requestCode(page))
  await field(page, '新密码').fill('Abcd12345')
  await field(page, '确认新密码').fill('Abcd12345')
  await send.click()
  await expect(page.getByText(resetRule, { exact: true })).toBeVisible()
  await field(page, '新密码').fill(newPassword)
  await field(page, '确认新密码').fill(`${newPassword}x`)
  await send.click()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  await field(page, '新密码').fill(commonPassword)
  await field(page, '确认新密码').fill(commonPassword)
  await send.click()
  await expect(page.getByText('密码过于常见，请更换')).toBeVisible()
  await field(page, '新密码').fill(newPassword)
  await field(page, '确认新密码').fill(newPassword)
  await send.click()
  await expectNotice(page, '密码修改成功')
  // One code is enough: the person is signed in.
  await expect(page).toHaveURL(/#\/dashboard\/index$/)
})

test('the own password is changed in its dialog, which asks before it closes', async ({ page, request }) => {
  const person = people.changing
  await enter(page, sessionOf(person))
  await openUserMenu(page, person, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  const save = dialog.getByRole('button', { name: '修改密码' })
  await save.click()
  await expect(problemOf(dialog, 'oldPassword')).toHaveText('请输入旧密码')
  await expect(problemOf(dialog, 'newPassword')).toHaveText('请输入新密码')
  await expect(problemOf(dialog, 'confirm')).toHaveText('请再次输入新密码')

  // Closing asks about the typed input.
  await dialog.getByLabel('旧密码', { exact: true }).fill('x')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '放弃未保存的内容?' })
  await question.getByRole('button', { name: '继续填写' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('旧密码', { exact: true })).toHaveValue('x')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '放弃', exact: true }).click()
  await expect(dialog).toBeHidden()
  await openUserMenu(page, person, '修改密码')

  await dialog.getByLabel('旧密码', { exact: true }).fill('Wrong#2026')
  await dialog.getByLabel('新密码', { exact: true }).fill('abcdefgh')
  await dialog.getByLabel('确认新密码', { exact: true }).fill('abcdefgi')
  await save.click()
  await expect(problemOf(dialog, 'newPassword')).toHaveText(changeRule)
  await expect(problemOf(dialog, 'confirm')).toHaveText('两次输入的密码不一致')
  await dialog.getByLabel('新密码', { exact: true }).fill(newPassword)
  await dialog.getByLabel('确认新密码', { exact: true }).fill(newPassword)
  // The form treats two clicks within 1.5 s as a double click, so it waits for the answer and repeats the click.
  await expect(async () => {
    await save.click()
    await expect(problemOf(dialog, 'oldPassword')).toHaveText('旧密码错误', { timeout: 500 })
  }).toPass()
  await dialog.getByLabel('旧密码', { exact: true }).fill(demoPassword)
  await finish(dialog, '修改密码')
  // The session stays valid.
  await page.getByRole('link', { name: '客户档案' }).first().click()
  await expect(page.getByRole('heading', { name: '客户档案' })).toBeVisible()
  await expect(post(request, '/v1/userRpc/profile', {}, sessionOf(person))).resolves.toMatchObject({
    status: '0',
  })
})
