import { expectAccessibleInBothLooks } from '../tools/accessible.ts'
import { anyName } from '../tools/customers.ts'
import { expectNotice } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { enter, sessionOf } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

const pdf = Buffer.from('%PDF-1.4\n%\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

test('a file is shared under a name, and deleted after a confirmation', async ({ page }) => {
  await enter(page, sessionOf(people.farManager), '/manager/files')
  await page.getByRole('button', { name: '上传文件' }).first().click()
  const dialog = page.getByRole('dialog', { name: '上传文件' })
  await dialog.getByRole('button', { name: '上传', exact: true }).click()
  await expect(dialog.getByText('请输入文件名')).toBeVisible()
  await expect(dialog.getByText('请选择导入文件')).toBeVisible()
  const subject = anyName()
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles({ name: '空.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) })
  await expect(dialog.getByText('文件内容为空')).toBeVisible()
  // The store detects a file that is named PDF but is none.
  await input.setInputFiles({ name: '网页.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
  await dialog.getByLabel('文件名').fill(subject)
  await dialog.getByRole('button', { name: '上传', exact: true }).click()
  await expect(dialog.getByText('文件上传失败(400)，文件内容与类型不符')).toBeVisible()
  await input.setInputFiles({ name: '话术.pdf', mimeType: 'application/pdf', buffer: pdf })
  await dialog.getByRole('button', { name: '上传', exact: true }).click()
  await expectNotice(page, '添加成功')
  const row = page.locator('tbody tr').filter({ hasText: subject })
  await expect(row).toContainText(people.farManager.name)
  await expect(row.getByRole('button', { name: `预览 ${subject}` })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: `下载 ${subject}` }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${subject}.pdf`)
  await expectAccessibleInBothLooks(page, 'the shared files')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: '删除所选 1 个' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expectNotice(page, '删除成功')
  await expect(row).toHaveCount(0)
})
