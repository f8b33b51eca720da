import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { fieldsOf, png, postFile } from '../../test/files.ts'
import type { UploadParams } from '../../test/files.ts'
import { buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'

const { add, list, params, remove } = rooms.file
const { updateFileLimits } = rooms.setting

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
/** Each test has its own store. */
beforeEach(async () => {
  by = await buildMember(app.db, app.now(), { role: 1, name: '周启明' })
})
afterAll(() => app.close())

const pdf = Buffer.from('%PDF-1.7\n1 0 obj')
const megabyte = 1024 * 1024
const ask = (fileName: string, fileSize: number, of = by) =>
  app.post(params, of.token, { fileName, fileSize })
async function upload(fileName: string, content: Buffer, of = by): Promise<string> {
  const leave = (await ask(fileName, content.length, of)) as unknown as UploadParams
  expect((await postFile(app, fieldsOf(leave), content)).statusCode).toBe(204)
  return leave.key
}
const share = async (fileName: string, content = pdf, of = by) =>
  app.post(add, of.token, { fileName, fileUrl: await upload('a.pdf', content, of) })
const listOf = (of = by) => app.post(list, of.token, {})
const get = (url = '') => app.app.http.inject(url)

describe('a shared file', () => {
  it('is sent by a signed form, listed with its size, opened by links of half an hour, and deleted', async () => {
    const { id = 0 } = await share('春季话术')
    const listed = await listOf()
    expect(listed).toMatchObject({
      total: 1,
      usedBytes: pdf.length,
      maxMb: 20,
      quotaMb: 1024,
      data: [{ id, fileName: '春季话术', fileSize: pdf.length, ending: 'pdf', userName: '周启明' }],
    })
    const [file] = listed.data ?? []
    const answer = await get(file?.fileUrl)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toBeUndefined()
    const saved = await get(file?.downloadUrl)
    expect(saved.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('春季话术.pdf')}`,
    )
    expect(saved.rawPayload).toEqual(pdf)
    // The link's signature covers the name.
    expect((await get(file?.downloadUrl.replace('name=', 'name=x'))).statusCode).toBe(403)
    app.advance(1800)
    expect((await get(file?.fileUrl)).statusCode).toBe(403)
    const fresh = (await listOf()).data?.[0]?.fileUrl
    expect((await get(fresh)).statusCode).toBe(200)
    expect(await app.post(remove, by.token, { ids: String(id) })).toMatchObject({ status: '0' })
    await expect.poll(async () => (await get(fresh)).statusCode).toBe(404)
    expect(await listOf()).toMatchObject({ total: 0, usedBytes: 0 })
    const audit = await app.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('record', '=', `file:${id}`)
      .execute()
    expect(audit).toEqual([
      { action: 'file-add', detail: { fileName: '春季话术' } },
      { action: 'file-delete', detail: { fileName: '春季话术' } },
    ])
  })

  it('is deleted together with the others of the call, or none is', async () => {
    const [one, two] = [(await share('一')).id, (await share('二')).id]
    const foreign = await share('别家', pdf, await buildMember(app.db, app.now(), { role: 1 }))
    expect(await app.post(remove, by.token, { ids: `${one},${foreign.id}` })).toMatchObject({ code: 404 })
    expect(await listOf()).toMatchObject({ total: 2 })
    expect(await app.post(remove, by.token, { ids: '' })).toMatchObject({
      errors: [{ path: 'ids', text: '请选择文件' }],
    })
    const answers = await Promise.all([1, 2].map(() => app.post(remove, by.token, { ids: `${one},${two}` })))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 404])
  })

  it('is visible to its store only', async () => {
    await share('本店')
    expect(await listOf(await buildMember(app.db, app.now(), { role: 1 }))).toMatchObject({
      total: 0,
      usedBytes: 0,
    })
  })
})

describe('an upload', () => {
  it.each([
    ['a.html', '仅支持 xlsx、jpg、png、pdf 格式的文件'],
    ['a.pdf.exe', '仅支持 xlsx、jpg、png、pdf 格式的文件'],
    ['a', '仅支持 xlsx、jpg、png、pdf 格式的文件'],
    ['../../a.svg', '仅支持 xlsx、jpg、png、pdf 格式的文件'],
  ])('is rejected as %j', async (fileName, detail) => {
    expect(await ask(fileName, 10)).toMatchObject({ code: 1017, detail })
  })

  it('is rejected if empty or one byte too large', async () => {
    expect(await ask('a.pdf', 0)).toMatchObject({ errors: [{ path: 'fileSize', text: '文件内容为空' }] })
    expect(await ask('a.pdf', 20 * megabyte)).toMatchObject({ status: '0' })
    expect(await ask('a.pdf', 20 * megabyte + 1)).toMatchObject({
      code: 1017,
      detail: '文件大小不能超过20MB',
    })
    // Announces a smaller size than it sends.
    const leave = (await ask('a.pdf', 5)) as unknown as UploadParams
    const large = Buffer.concat([pdf, Buffer.alloc(20 * megabyte + 1 - pdf.length)])
    const refused = await postFile(app, fieldsOf(leave), large)
    expect(refused.statusCode).toBe(400)
    expect((await postFile(app, fieldsOf(leave), Buffer.alloc(0))).statusCode).toBe(400)
    expect((await postFile(app, fieldsOf(leave), large.subarray(0, 20 * megabyte))).statusCode).toBe(204)
  })

  it('is rejected if its first bytes do not match its ending', async () => {
    for (const [name, content] of [
      ['a.pdf', Buffer.from('<html><script>alert(1)</script>')],
      ['a.pdf', png],
      ['a.png', pdf],
      ['a.xlsx', pdf],
    ] as const) {
      const leave = (await ask(name, content.length)) as unknown as UploadParams
      const refused = await postFile(app, fieldsOf(leave), content)
      expect(refused.json()).toMatchObject({ detail: '文件内容与类型不符' })
    }
  })

  it.each([
    ['', '请输入文件名'],
    ['\u200b', '请输入文件名'],
    ['../../etc/passwd', '文件名不能包含 \\ / : * ? " < > | 等字符'],
    ['C:\\a', '文件名不能包含 \\ / : * ? " < > | 等字符'],
    ['长'.repeat(255), '不能超过100个字'],
  ])('is rejected with the name %j', async (fileName, text) => {
    const fileUrl = await upload('a.pdf', pdf)
    expect(await app.post(add, by.token, { fileName, fileUrl })).toMatchObject({
      errors: [{ path: 'fileName', text }],
    })
  })

  it('is listed without characters that turn its name around', async () => {
    await app.post(add, by.token, { fileName: '发票\u202Efdp.exe', fileUrl: await upload('a.pdf', pdf) })
    const { data } = await app.post(rooms.file.list, by.token, {})
    expect(data?.[0]?.fileName).toBe('发票fdp.exe')
  })

  it('is rejected if it is a colleague’s, unknown, for another use, or registered already', async () => {
    const refusedFor = async (fileUrl: string): Promise<string> =>
      (await app.post(add, by.token, { fileName: 'a', fileUrl })).detail
    const colleague = await buildMember(app.db, app.now(), { role: 1, dealerId: by.dealerId })
    expect(await refusedFor(await upload('a.pdf', pdf, colleague))).toBe('请选择导入文件')
    const leave = (await ask('a.pdf', 10)) as unknown as UploadParams
    expect(await refusedFor(leave.key)).toBe('请选择导入文件')
    const proof = (await app.post(rooms.base.uploadParams, by.token, {
      key: 'a.png',
    })) as unknown as UploadParams
    await postFile(app, fieldsOf(proof), png)
    expect(await refusedFor(proof.key)).toBe('请选择导入文件')
    const key = await upload('a.pdf', pdf)
    const answers = await Promise.all([1, 2].map(() => refusedFor(key)))
    expect(answers.toSorted()).toEqual(['', '该文件已上传'])
  })
})

describe('the limits', () => {
  it('come from the store’s settings, for one file and for all, also with two concurrent uploads', async () => {
    const own = await buildMember(app.db, app.now(), { role: 1 })
    await app.post(updateFileLimits, own.token, { maxMb: 6, quotaMb: 10 })
    expect(await ask('a.pdf', 6 * megabyte + 1, own)).toMatchObject({ detail: '文件大小不能超过6MB' })
    const content = Buffer.concat([pdf, Buffer.alloc(6 * megabyte - pdf.length)])
    const keys = [await upload('a.pdf', content, own), await upload('b.pdf', content, own)]
    const answers = await Promise.all(
      keys.map((fileUrl) => app.post(add, own.token, { fileName: 'a', fileUrl })),
    )
    const full = '门店文件总容量10MB已用完，请先删除不用的文件'
    expect(answers.map(({ detail }) => detail).toSorted()).toEqual(['', full])
    expect(await ask('c.pdf', 5 * megabyte, own)).toMatchObject({ code: 1017, detail: full })
    expect(await app.post(rooms.setting.profile, own.token, {})).toMatchObject({
      fileCount: 1,
      fileLimits: { maxMb: 6, quotaMb: 10 },
    })
  })

  it.each([
    [{ maxMb: 21, quotaMb: 100 }, 'maxMb', '请输入1至20MB'],
    [{ maxMb: 20, quotaMb: 9 }, 'quotaMb', '请输入10至102400MB'],
  ])('reject %j', async (body, path, text) => {
    expect(await app.post(updateFileLimits, by.token, body)).toMatchObject({ errors: [{ path, text }] })
  })
})
