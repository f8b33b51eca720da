import { read, utils, write } from '@e965/xlsx'
import writeXlsxFile from 'write-excel-file/node'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Download, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../tools/accessible.ts'
import { addCustomer, anyMobile, anyName, countFound, getCustomer } from '../tools/customers.ts'
import { expectNotice, expectUndo, finish, startExport } from '../tools/form.ts'
import { people } from '../tools/people.ts'
import { countPresses } from '../tools/presses.ts'
import { enter, mustPost, sessionOf } from '../tools/session.ts'
import type { Session } from '../tools/session.ts'
import { expect, test } from '../tools/test.ts'

/**
 * Import, export and reassignment of many customers. Runs one after another: a member can run one import at a time.
 */
test.describe.configure({ mode: 'default' })

const manager = (): Session => sessionOf(people.generalManager)
const rows = (page: Page): Locator => page.locator('tr.sr-row-link')

async function openList(page: Page, session: Session): Promise<void> {
  await enter(page, session, '/customer/list')
  await expect(rows(page).first()).toBeVisible()
}

/** A file saved by the browser. */
async function saved(page: Page, start: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return download
}
async function cellsOf(download: Download): Promise<string[][]> {
  const { SheetNames, Sheets } = read(await readFile(await download.path()))
  return utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' })
}

type Row = Readonly<Record<string, string>>
const headings =
  '客户姓名 手机号 性别 客户来源 自定义来源 意向车系 购车省份 购车城市 购车区县 意向级别 客户经理 下次跟进方式 下次跟进日期 客户类型 企业名称 业务类型 购车数量 购车预算 预计购车日期 竞品车系 备用号码 微信号 证件类型 证件号码 备注'.split(
    ' ',
  )

/** A new file among the journey's results, which the next run removes. */
function newFile(name: string): string {
  const folder = test.info().outputPath(randomUUID())
  mkdirSync(folder, { recursive: true })
  return path.join(folder, name)
}

/** Makes a workbook from the filled template. */
async function workbook(filled: readonly Row[]): Promise<string> {
  const cells = [headings, ...filled.map((row) => headings.map((heading) => row[heading] ?? ''))]
  const file = newFile('客户.xlsx')
  await writeXlsxFile(cells.map((row) => row.map((value) => ({ value, type: String })))).toFile(file)
  return file
}
const good = () => ({
  客户姓名: anyName(),
  手机号: anyMobile(),
  性别: '男',
  客户来源: '自然到店',
  意向车系: '松涧',
  购车省份: '浙江省',
  购车城市: '杭州市',
  购车区县: '西湖区',
})

async function openImport(page: Page, session = manager()): Promise<Locator> {
  await openList(page, session)
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '客户导入' })
  await expect(dialog.getByLabel('选择导入文件')).toBeVisible()
  return dialog
}
const count = (dialog: Locator, label: string): Locator =>
  dialog.locator('.sr-import-counts div').filter({ hasText: label }).locator('dd')

test('import: takes good rows, skips duplicates, and returns bad rows with reasons as a workbook', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request, manager())
  const [first, second] = [good(), good()]
  const file = await workbook([
    first,
    second,
    { ...good(), 手机号: customer.mobile },
    { ...good(), 手机号: first.手机号 },
    { ...good(), 性别: '未知' },
    { ...good(), 手机号: '12345' },
  ])
  const dialog = await openImport(page)
  await dialog.getByLabel('选择导入文件').setInputFiles(file)
  await expect(count(dialog, '可导入')).toHaveText('2')
  await expect(count(dialog, '重复')).toHaveText('2')
  await expect(count(dialog, '有误')).toHaveText('2')
  const errors = dialog.getByRole('region', { name: '有误的行' })
  await expect(errors.getByRole('row').filter({ hasText: '请选择性别' })).toContainText('6')
  await expect(errors.getByRole('row').filter({ hasText: '请输入正确的手机号' })).toContainText('手机号')
  await expectAccessible(page, 'import preview')
  await expect(errors.getByRole('row').filter({ hasText: '请选择性别' })).toContainText('C6')
  // Nothing is imported yet; the dialog can be left, and the import is found again.
  expect(await countFound(request, manager(), first.客户姓名)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await expect(count(dialog, '可导入')).toHaveText('2')

  await dialog.getByRole('button', { name: '导入 2 位客户' }).click()
  await expect(dialog.getByText('导入完成')).toBeVisible()
  await expect(count(dialog, '导入成功')).toHaveText('2')
  const failed = await saved(page, () => dialog.getByRole('button', { name: '下载失败数据' }).click())
  const cells = await cellsOf(failed)
  expect(cells).toHaveLength(3)
  expect(cells.flat().join()).toContain('请选择性别')
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('link', { name: second.客户姓名 })).toBeVisible()
  expect(await countFound(request, manager(), first.客户姓名)).toBe(1)
  expect((await getCustomer(request, manager(), customer.customerId)).customer.name).toBe(customer.name)
})

/** Makes a workbook of these sheets. */
async function sheets(named: Readonly<Record<string, readonly (readonly string[])[]>>): Promise<string> {
  const book = utils.book_new()
  for (const [name, cells] of Object.entries(named))
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells.map((row) => [...row])), name)
  const file = newFile('旧系统.xlsx')
  await writeFile(file, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  return file
}

test('import: the list of a store goes in with four presses, and its unknown words are matched once', async ({
  page,
  request,
}) => {
  const stamp = String(randomInt(1e6))
  const head = ['日期', '姓名', '电话', '地区', '看的车', '意向', '来源', '顾问', `备注${stamp}`]
  const row = (words: { readonly level?: string; readonly source?: string } = {}) => {
    const { 客户姓名, 手机号 } = good()
    const { level = 'A', source = '自然到店' } = words
    return ['11.18', 客户姓名, `${手机号}（微信同号）`, '杭州西湖', '松涧', level, source, '', '无']
  }
  const list = (...lines: string[][]) => sheets({ 客户: [['十一月登记'], head, ...lines, ['合计', '2批']] })
  const dialog = await openImport(page)
  const choose = async (file: Awaited<ReturnType<typeof list>>) =>
    dialog.getByLabel('选择导入文件').setInputFiles(file)
  const next = dialog.getByRole('button', { name: '下一步' })
  const repeated = row()
  const expectPresses = await countPresses(page)
  await choose(await list(repeated, row()))
  await expect(dialog.getByText('还需选择：性别')).toBeVisible()
  await expect(dialog.locator('.sr-import-place')).toContainText('第 2 行')
  await expect(next).toBeDisabled()
  await expect(dialog.getByRole('listitem').filter({ hasText: '地区' })).toContainText('杭州西湖 / 杭州西湖')
  await expectAccessible(page, 'import match')
  await dialog.getByText('男', { exact: true }).click()
  await next.click()
  await expect(count(dialog, '可导入')).toHaveText('2')
  await expect(dialog.getByText('未导入的工作表和行（1）')).toBeVisible()
  await dialog.getByRole('button', { name: '导入 2 位客户' }).click()
  await expect(dialog.getByText('导入完成')).toBeVisible()
  // The fourth chooses the file, outside the page.
  await expectPresses(3)
  expect(await countFound(request, manager(), repeated[1] ?? '')).toBe(1)
  // Words of another list, one with a guess.
  const others = await list(row({ source: `朋友介绍${stamp}`, level: `热${stamp}` }), row())
  await dialog.getByRole('button', { name: '导入其他文件' }).click()
  await choose(others)
  const words = dialog.getByRole('list', { name: '未识别的内容' })
  await expect(words.getByRole('listitem')).toHaveCount(2)
  await expect(words.getByRole('listitem').filter({ hasText: '朋友介绍' })).toContainText('转介绍')
  await expectAccessible(page, 'import words')
  const level = words.getByRole('combobox', { name: `意向级别 热${stamp}` })
  await level.fill('H')
  await level.press('Enter')
  await next.click()
  await expect(count(dialog, '可导入')).toHaveText('2')
  await dialog.getByText('识别 7 / 9 列').click()
  await expect(dialog.getByText('F 意向 → 意向级别')).toBeVisible()
  // An import given up is not found again; its words are not asked about again.
  await dialog.getByRole('button', { name: '重新选择文件' }).click()
  await choose(others)
  await expect(next).toBeEnabled()
  await expect(words).toBeHidden()
  await dialog.getByRole('button', { name: '重新选择文件' }).click()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await expect(dialog.getByLabel('选择导入文件')).toBeVisible()
})

test('import: foreign workbooks are refused; follow-ups and updates are previewed, and an update is undone', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request, manager())
  const dialog = await openImport(page)
  const chosen = dialog.getByLabel('选择导入文件')
  await test.step('the template holds the headings', async () => {
    const template = await saved(page, () => dialog.getByRole('button', { name: '下载导入模板' }).click())
    expect(template.suggestedFilename()).toBe('客户导入模板.xlsx')
    expect((await cellsOf(template))[0]?.slice(0, 3)).toEqual(['客户姓名*', '手机号*', '性别*'])
  })
  await test.step('a foreign workbook is refused, with the reason', async () => {
    const choose = (name: string, buffer: Buffer) =>
      chosen.setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    const alert = dialog.getByRole('alert')
    await choose('客户.csv', Buffer.from('a,b'))
    await expect(alert).toHaveText(/^请上传xlsx格式文件!该文件是CSV文本/)
    // A file of the disk: a buffer of this size takes long to reach the browser.
    const large = newFile('客户.xlsx')
    await writeFile(large, Buffer.alloc(5 * 1024 * 1024 + 1))
    await chosen.setInputFiles(large)
    await expect(alert).toHaveText('导入文件不能超过5MB，请拆分后重试')
    await choose('客户.xlsx', Buffer.from('not a workbook at all'))
    await expect(alert).toBeVisible()
    await expect(alert).not.toHaveText('导入文件不能超过5MB，请拆分后重试')
    await chosen.setInputFiles(await workbook([]))
    await expect(alert).toHaveText('文件中没有数据')
    await expect(chosen).toBeVisible()
  })
  await test.step('follow-ups of an older system', async () => {
    await chosen.setInputFiles(
      await sheets({
        跟进: [
          ['客户手机号', '时间', '方式', '内容', '跟进人'],
          [customer.mobile, '2025-03-01 14:30', '电话', '周末来看车', '老王'],
          ['13900000000', '2025-03-01 14:30', '电话', '问价格', ''],
        ],
      }),
    )
    await expect(count(dialog, '跟进可导入')).toHaveText('1')
    await expect(dialog.getByRole('region', { name: '有误的行' })).toContainText('跟进 A3')
    await dialog.getByRole('button', { name: '导入 1 条跟进' }).click()
    await expect(count(dialog, '跟进已导入')).toHaveText('1')
    await dialog.getByRole('button', { name: '导入其他文件' }).click()
  })
  const nameOf = async () => (await getCustomer(request, manager(), customer.customerId)).customer.name
  await test.step('files are updated as previewed', async () => {
    await chosen.setInputFiles(
      await sheets({
        名单: [
          ['手机号', '客户姓名', '备注'],
          [customer.mobile, `${customer.name}改`, '老客户'],
        ],
      }),
    )
    await expect(dialog.getByText(/^还需选择：/)).toBeVisible()
    await dialog.getByText('覆盖更新').click()
    await expect(dialog.getByText('必填项已齐全')).toBeVisible()
    await dialog.getByRole('button', { name: '下一步' }).click()
    const changes = dialog.getByRole('region', { name: '更新内容' })
    await expect(changes).toContainText(`${customer.name} → ${customer.name}改`)
    await expect(count(dialog, '将更新')).toHaveText('1')
    await expectAccessible(page, 'import update')
    await dialog.getByText('更新空白项').click()
    await expect(changes).not.toContainText('客户姓名')
    await dialog.getByText('覆盖更新').click()
    await expect(changes).toContainText('客户姓名')
    await dialog.getByRole('button', { name: '更新 1 位客户' }).click()
    await expect(count(dialog, '已更新')).toHaveText('1')
    expect(await nameOf()).toBe(`${customer.name}改`)
  })
  await test.step('the undo is offered again when the dialog is reopened', async () => {
    await dialog.getByRole('button', { name: '完成' }).click()
    await page.getByRole('button', { name: '导入', exact: true }).click()
    await dialog.getByRole('button', { name: '撤销更新' }).click()
    await expect(dialog.getByText('已恢复 1 位客户')).toBeVisible()
    expect(await nameOf()).toBe(customer.name)
  })
  await test.step('the follow-up is in the timeline', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.goto(`/#/customer/detail/${customer.customerId}`)
    const row = page.getByRole('listitem').filter({ hasText: '周末来看车' })
    await expect(row).toContainText('导入')
    await expect(row).toContainText('老王')
  })
})

test('a long import outlives the page, and then the export is over its limit', async ({ page, request }) => {
  const session = sessionOf(people.farManager)
  const first = randomInt(1e7)
  const many = Array.from({ length: 3000 }, (_, index) => ({
    ...good(),
    手机号: `171${String(first + index).padStart(8, '0')}`,
  }))
  const dialog = await openImport(page, session)
  await dialog.getByLabel('选择导入文件').setInputFiles(await workbook(many))
  await expect(dialog.getByRole('button', { name: '导入 3,000 位客户' })).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  // Started from elsewhere: a reload may take longer than the import.
  const call = (name: string, body: object) =>
    mustPost<{ importId: number }>(request, `/v1/customerRpc/${name}`, body, session)
  const { importId } = await call('importStatus', {})
  await call('importCommit', { importId })
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await expect(dialog.getByText('导入中...')).toBeVisible()
  await expect(dialog.getByText(/^[\d,]+ \/ 3,000 行$/)).toBeVisible()
  await expect(dialog.getByText('导入完成')).toBeVisible({ timeout: 60_000 })
  await expect(count(dialog, '导入成功')).toHaveText('3,000')
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: '导出', exact: true }).click()
  await expectNotice(page, '当前导出数据大于2000条，无法导出。请调整后重试，谢谢！')
  await expect(page.getByText('正在导出中...')).toHaveCount(0)
})

test('the filtered customers are exported, masked, and the selected ones get another manager', async ({
  page,
  request,
}) => {
  const surname = anyName()
  const made = [
    await addCustomer(request, manager(), { name: `${surname}甲` }),
    await addCustomer(request, manager(), { name: `${surname}乙` }),
  ]
  await openList(page, manager())
  await page.getByRole('searchbox').fill(surname)
  await expect(rows(page)).toHaveCount(2)
  const file = await saved(page, async () => {
    await startExport(page, '导出 2 位')
    await expect(page.getByText('正在导出中...')).toBeVisible()
  })
  await expect(page.getByText('正在导出中...')).toBeHidden()
  const cells = await cellsOf(file)
  expect(cells).toHaveLength(3)
  for (const { name, mobile } of made) {
    expect(cells.flat()).toContain(name)
    expect(cells.flat().join()).not.toContain(mobile)
  }

  await page.getByRole('button', { name: '再分配' }).click()
  await expectNotice(page, '请选择再分配客户')
  const top = await rows(page).first().boundingBox()
  for (const { name } of made) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  const bar = page.getByRole('region', { name: '已选客户' })
  await expect(bar).toContainText('已选 2 位')
  // The bar appears without moving a row.
  expect(await rows(page).first().boundingBox()).toEqual(top)
  await page.getByRole('button', { name: '再分配' }).click()
  const dialog = page.getByRole('dialog', { name: '再分配 2 位客户' })
  // The list opens closed, so that no key chooses an owner; it shows each member's number of customers.
  await dialog.locator('.ant-select').click()
  const members = page.locator('.ant-select-dropdown:visible .sr-member-option')
  await expect(members.filter({ hasText: people.consultant.name })).toContainText(/在跟 \d+ 位/)
  await expectAccessible(page, 'reassign')
  await members.getByText(people.consultant.name, { exact: true }).click()
  await finish(dialog, '再分配')
  const undo = await expectUndo(page, '2 位客户再分配成功!')
  await expect(undo).toContainText(`→ ${people.consultant.name}`)
  await expect(bar).toHaveCount(0)
  await expect(rows(page).first()).toContainText(people.consultant.name)
  for (const { customerId } of made)
    expect((await getCustomer(request, manager(), customerId)).customer.deal.ownerName).toBe(
      people.consultant.name,
    )
})
