import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { openUserMenu, userMenu } from '../tools/shell.ts'
import { pushDevice } from '../tools/stage.ts'
import { expect, test } from '../tools/test.ts'

test('personal information is masked; browsers with messages are listed and removed, and a refused permission is explained', async ({
  page,
}) => {
  await enter(page, sessionOf(people.bystander))
  await openUserMenu(page, people.bystander, '个人信息')
  const dialog = page.getByRole('dialog', { name: '个人信息' })
  for (const text of [
    '姓名',
    people.bystander.name,
    '手机号',
    '136****1026',
    '身份证号码',
    '所属门店',
    '岗位',
    '客户经理',
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^\d{3}\*{11}[\dX]{4}$/)).toBeVisible()
  const devices = dialog.getByRole('list', { name: '接收消息的浏览器' }).getByRole('listitem')
  await expect(devices).toHaveText([new RegExp(`^${pushDevice}.* 开启，(3小时前|昨天 \\d\\d:\\d\\d)送达`)])
  await expect(dialog.getByRole('checkbox', { name: '审核' })).toBeChecked()
  await dialog.getByRole('button', { name: '在此浏览器接收' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('此浏览器已禁止通知，请在浏览器的网站设置里允许')
  await expect(page.getByText('系统错误')).toBeHidden()
  await expect(devices).toHaveCount(1)
  await dialog.getByRole('button', { name: `移除 ${pushDevice}` }).click()
  await expect(devices).toHaveCount(0)
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(userMenu(page, people.bystander)).toBeFocused()
})
