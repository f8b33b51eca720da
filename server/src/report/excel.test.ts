import { rooms } from '@showroom/contract'
import { tableMaxBytes } from '@showroom/contract/report/report.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { firstSheetOf } from '../../test/sheets.ts'

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { role: 1 })
})
afterAll(() => app.close())

const send = (html: unknown, name: unknown = '任务概览', member = by) =>
  app.post(rooms.report.exportExcel, member.token, { html, name })
const table = (...rows: string[][]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
const logged = () =>
  app.db
    .selectFrom('export_log')
    .select(['export_name as name', 'record_total as rows'])
    .where('dealer_id', '=', by.dealerId)
    .execute()

async function fetched(file: string, { token }: BuiltMember) {
  const { statusCode, rawPayload, headers } = await app.app.http.inject({
    url: file,
    cookies: { 'Dealer-User-Token': token },
  })
  return { statusCode, bytes: rawPayload, headers }
}
async function rowsOf(file: string | undefined) {
  const { bytes } = await fetched(file ?? '', by)
  return firstSheetOf(bytes)
}

describe('a table of the page', () => {
  it('becomes a workbook of text and numbers and is logged with its row count', async () => {
    const { status, file } = await send(
      table(['姓名', '到店'], ['张伟', '12'], ['编号', '007']),
      '任务概览.xlsx',
    )
    expect(status).toBe('0')
    expect(await rowsOf(file)).toEqual([
      ['姓名', '到店'],
      ['张伟', '12'],
      ['编号', '007'],
    ])
    expect(await logged()).toContainEqual({ name: '任务概览', rows: 2 })
  })

  it('keeps formulas as text, also in headings', async () => {
    const cells = ['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '-5']
    const { file } = await send(table(cells, cells))
    const quoted = ["'=1+1", "'+cmd|calc", "'-2+3", "'@SUM(A1)"]
    expect(await rowsOf(file)).toEqual([
      [...quoted, "'-5"],
      [...quoted, '-5'],
    ])
  })

  it.each([
    ['../../etc/passwd', 'etcpasswd'],
    ['=cmd|报表', 'cmd报表'],
    ['a/b\\c:d*e?f"g<h>i', 'abcdefghi'],
    ['\u202Exslx.报表', 'xslx.报表'],
    ['...', '报表'],
    ['长'.repeat(100), '长'.repeat(30)],
  ])('turns the name %j into a safe one', async (name, safe) => {
    const { status, file } = await send(table(['a'], ['b']), name)
    expect(status).toBe('0')
    const { headers } = await fetched(file ?? '', by)
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`${safe}-`)
    expect((await logged()).at(-1)?.name).toBe(safe)
  })

  it('accepts exactly one megabyte and runs no script', async () => {
    const wrapped = (text: string) => table(['a'], [`<script>alert(1)</script>${text}`])
    const most = wrapped('b'.repeat(tableMaxBytes - Buffer.byteLength(wrapped(''))))
    const { status, file } = await send(most)
    expect(status).toBe('0')
    expect((await rowsOf(file))[1]).toEqual(['b'.repeat(32_000)])
    expect((await send(`${most} `)).errors).toEqual([{ path: 'html', text: '导出的内容不能超过1MB' }])
  })

  it('can be fetched by its member only', async () => {
    const { file = '' } = await send(table(['a'], ['b']))
    const other = await buildMember(app.db, app.now(), { role: 1, dealerId: by.dealerId })
    expect((await fetched(file, by)).statusCode).toBe(200)
    expect((await fetched(file, other)).statusCode).not.toBe(200)
  })
})

describe('the export', () => {
  it.each([
    [undefined, '请选择要导出的表格'],
    ['', '请选择要导出的表格'],
    [5, '请选择要导出的表格'],
    ['<p>a</p>', '没有可导出的表格'],
    ['<table><tr><td><table><tr><td>a</table></table>', '一次只能导出一个表格，且不能嵌套'],
    ['<table><tr><td colspan=1000000000>a</table>', '表格不能超过5000行、60列'],
    [`<table><tr><td>${'<b>'.repeat(1000)}</table>`, '表格的格式不正确'],
    [table(['字'.repeat(349_520)]), '导出的内容不能超过1MB'],
  ])('rejects table #%#', async (html, text) => {
    const before = await logged()
    expect((await send(html)).errors).toContainEqual({ path: 'html', text })
    expect(await logged()).toEqual(before)
  })

  it('rejects oversized bodies unread, empty names, and members who lead no store', async () => {
    expect((await send('a'.repeat(3 * 1024 * 1024))).httpStatus).toBe(413)
    for (const name of ['  ', 5, null, ['a']])
      expect((await send(table(['a']), name)).errors).toContainEqual({ path: 'name', text: '请填写文件名称' })
    const consultant = await buildMember(app.db, app.now(), { role: 4, dealerId: by.dealerId })
    expect(await send(table(['a']), 'a', consultant)).toMatchObject({ code: 403 })
  })
})
