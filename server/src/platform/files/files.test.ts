import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { askUpload, fieldsOf, jpeg, otherPng, png, postFile, storeImage } from '../../../test/files.ts'
import { buildMember } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { sweepPartial } from './disk.ts'
import { createEmbeddedFiles, serveEmbeddedFiles } from './embedded.ts'

const { uploadParams, refreshUrl } = rooms.base

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now())
})
afterAll(() => app.close())

const stored = (dealerId = by.dealerId): string[] => {
  try {
    return readdirSync(path.join(app.filesFolder, 'image', String(dealerId)))
  } catch {
    return []
  }
}
const forged = (policy: string, change: object): string =>
  Buffer.from(
    JSON.stringify({ ...(JSON.parse(Buffer.from(policy, 'base64').toString()) as object), ...change }),
  ).toString('base64')

describe('an upload', () => {
  it('is stored under a key of the dealer and read by a signed link', async () => {
    const params = await askUpload(app, by.token, '凭证.PNG')
    expect(params).toMatchObject({ host: '/files', accessKeyId: 'embedded', maxBytes: 5 * 1024 * 1024 })
    expect(params.key).toMatch(
      new RegExp(`^image/${by.dealerId}/m${by.memberId.toString(36)}-[0-9a-f-]{36}\\.png$`),
    )
    expect((await postFile(app, fieldsOf(params), png)).statusCode).toBe(204)
    const folder = `image/${by.dealerId}`
    const modeOf = (name: string): number => statSync(path.join(app.filesFolder, name)).mode & 0o777
    expect(modeOf(params.key ?? '')).toBe(0o600)
    expect(['', 'image', folder].map(modeOf)).toEqual([0o700, 0o700, 0o700])
    const { data } = await app.post(refreshUrl, by.token, { urlList: [params.key] })
    const [link = ''] = data?.urlList ?? []
    const read = await app.app.http.inject(link)
    expect(read.statusCode).toBe(200)
    expect(read.headers['content-type']).toBe('image/png')
    expect(read.headers['cache-control']).toMatch(/^private/)
    expect(read.rawPayload).toEqual(png)
    // Audio players seek with range requests.
    const part = await app.app.http.inject({ url: link, headers: { range: 'bytes=1-3' } })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 1-3/${png.length}`)
    expect(part.rawPayload).toEqual(png.subarray(1, 4))
  })

  it.each(['a.gif', 'a.svg', 'a.html', 'a.png.exe', 'png', '', 'a.', '../../etc/passwd'])(
    'with the name %j is refused a ticket',
    async (key) => {
      expect(await app.post(uploadParams, by.token, { key })).toMatchObject({
        status: '-1',
        code: 1017,
        detail: '不支持的文件类型',
      })
    },
  )

  it('is refused above 5 MB', async () => {
    const before = stored()
    const params = await askUpload(app, by.token, 'a.png')
    const limit = Buffer.concat([png, Buffer.alloc(params.maxBytes - png.length)])
    const refused = await postFile(app, fieldsOf(params), Buffer.concat([limit, Buffer.alloc(1)]))
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ detail: '上传的图片大小不能超过5MB!' })
    const huge = await postFile(app, fieldsOf(params), Buffer.alloc(21 * 1024 * 1024))
    expect(huge.statusCode).toBeGreaterThanOrEqual(400)
    expect(huge.statusCode).toBeLessThan(500)
    expect(stored()).toEqual(before)
    expect((await postFile(app, fieldsOf(params), limit)).statusCode).toBe(204)
  })

  it('is refused if its content is not such an image', async () => {
    const before = stored()
    const params = await askUpload(app, by.token, 'a.jpg')
    for (const content of [png, Buffer.from('<svg onload="alert(1)"/>'), Buffer.alloc(0)]) {
      const refused = await postFile(app, fieldsOf(params), content)
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ status: '-1', detail: '文件内容与类型不符' })
    }
    expect(stored()).toEqual(before)
    expect((await postFile(app, fieldsOf(params), jpeg)).statusCode).toBe(204)
  })

  it('is refused with a forged, foreign or missing signature', async () => {
    const before = stored()
    const params = await askUpload(app, by.token, 'a.png')
    const second = await askUpload(app, by.token, 'b.png')
    const fields = fieldsOf(params)
    const otherKey = `image/999999999/00000000-0000-4000-8000-000000000000.png`
    for (const wrong of [
      { ...fields, signature: '' },
      { ...fields, signature: `${fields.signature.slice(0, -2)}xx` },
      { ...fields, signature: second.signature },
      { ...fields, policy: forged(params.policy, { key: otherKey }), key: otherKey },
      { ...fields, policy: forged(params.policy, { maxBytes: 1e9 }) },
      { ...fields, policy: forged(params.policy, { expiration: '2999-01-01T00:00:00Z' }) },
      { ...fields, policy: '' },
      { ...fields, key: second.key },
      { ...fields, key: otherKey },
      { key: fields.key },
      {},
    ] as Record<string, string>[]) {
      const refused = await postFile(app, wrong, png)
      expect(refused.statusCode, JSON.stringify(wrong)).toBe(403)
      expect(refused.json()).toEqual({ status: '-1', code: 403, detail: '上传授权无效或已过期' })
    }
    expect(stored()).toEqual(before)
    expect(stored(999_999_999)).toEqual([])
  })

  it('ticket is valid for one file: repeating it succeeds, another is refused', async () => {
    const params = await askUpload(app, by.token, 'a.png')
    const answers = await Promise.all(
      [png, otherPng, png, otherPng].map((one) => postFile(app, fieldsOf(params), one)),
    )
    const taken = answers.map(({ statusCode }) => statusCode)
    const sorted = taken.toSorted((a, b) => a - b)
    expect(sorted).toEqual([204, 204, 403, 403])
    expect(answers.find(({ statusCode }) => statusCode === 403)?.json()).toEqual({
      status: '-1',
      code: 403,
      detail: '上传授权无效或已过期',
    })
    const { data } = await app.post(refreshUrl, by.token, { urlList: [params.key] })
    const content = taken[0] === 204 ? png : otherPng
    expect((await app.app.http.inject(data?.urlList[0] ?? '')).rawPayload).toEqual(content)
    expect(stored().filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is refused on a full disk, and leaves no partial file', async () => {
    const before = stored()
    const file = await open(import.meta.filename)
    const write = vi
      .spyOn(Object.getPrototypeOf(file) as typeof file, 'sync')
      .mockRejectedValue(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    await file.close()
    try {
      const refused = await postFile(app, fieldsOf(await askUpload(app, by.token, 'a.png')), png)
      expect(refused.statusCode).toBe(507)
      expect(refused.json()).toEqual({ status: '-1', code: 507, detail: '存储空间不足，请联系管理员' })
      expect(stored()).toEqual(before)
    } finally {
      write.mockRestore()
    }
  })

  it('that a killed process left behind is swept, a running one is not', async () => {
    const folder = path.join(app.filesFolder, 'image', String(by.dealerId))
    mkdirSync(folder, { recursive: true })
    for (const name of ['old.part', 'young.part']) writeFileSync(path.join(folder, name), png)
    utimesSync(path.join(folder, 'old.part'), new Date(), new Date(Date.now() - 61_000))
    await sweepPartial(app.filesFolder, new Date())
    expect(stored().filter((name) => name.endsWith('.part'))).toEqual(['young.part'])
    rmSync(path.join(folder, 'young.part'))
    await sweepPartial(path.join(app.filesFolder, 'none'), new Date())
  })

  it('ticket is valid for ten minutes', async () => {
    const params = await askUpload(app, by.token, 'a.png')
    app.advance(599)
    expect((await postFile(app, fieldsOf(params), png)).statusCode).toBe(204)
    app.advance(1)
    expect((await postFile(app, fieldsOf(params), png)).statusCode).toBe(403)
  })

  it('is refused while the upload buffers are full, and succeeds later', async () => {
    const http = fastify()
    const folder = path.join(app.filesFolder, 'narrow')
    await serveEmbeddedFiles(http, folder, testSecret, app.now, { mostHeld: png.length * 2 })
    const files = createEmbeddedFiles(folder, testSecret)
    const upload = async () => {
      const params = await files.uploadParams(by, 'a.png', app.now())
      return () => postFile({ ...app, app: { ...app.app, http } }, { ...params?.fields }, png)
    }
    const posts = await Promise.all(Array.from({ length: 12 }, upload))
    const answers = await Promise.all(posts.map((post) => post()))
    const refused = answers.filter(({ statusCode }) => statusCode !== 204)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(12)
    for (const answer of refused) {
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toMatchObject({ status: '-1', detail: '同时上传的文件较多，请稍后重试' })
    }
    for (const post of posts) expect((await post()).statusCode).toBe(204)
    await http.close()
  })

  it('is aborted and frees its buffers when it stalls', async () => {
    const idleMs = 3_000
    const http = fastify()
    const folder = path.join(app.filesFolder, 'stalled')
    const large = Buffer.concat([png, Buffer.alloc(200_000)])
    await serveEmbeddedFiles(http, folder, testSecret, app.now, { mostHeld: large.length, idleMs })
    const files = createEmbeddedFiles(folder, testSecret)
    const askParams = async () => ({ ...(await files.uploadParams(by, 'a.png', app.now()))?.fields })
    const post = async () => postFile({ ...app, app: { ...app.app, http } }, await askParams(), large)
    const { port } = new URL(await http.listen({ port: 0, host: '127.0.0.1' }))
    const fields = Object.entries(await askParams()).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const head =
      'POST /files HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n'
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(Buffer.concat([Buffer.from(head + fields.join('') + file), large.subarray(0, 150_000)]))
    const answered = text(socket)
    // The first piece must be buffered before the next request; pieces without room are discarded.
    await setTimeout(500)
    expect((await post()).statusCode).toBe(503)
    expect(await answered).toMatch(/^HTTP\/1.1 408 [^]*上传已中断，请重新上传/)
    expect((await post()).statusCode).toBe(204)
    await http.close()
  })

  it('is refused if it is not a form', async () => {
    const post = (payload: string, type: string) =>
      app.app.http.inject({ method: 'POST', url: '/files', payload, headers: { 'content-type': type } })
    for (const response of [
      await post('{}', 'application/json'),
      await post('x', 'multipart/form-data'),
      await post('--b--\r\n', 'multipart/form-data; boundary=b'),
    ]) {
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      expect(response.body).not.toMatch(/FST_|Error|node_modules/)
    }
  })
})

describe('a link', () => {
  it('expires after half an hour and can be refreshed', async () => {
    const key = await storeImage(app, by.token)
    const fresh = async (of: string) =>
      (await app.post(refreshUrl, by.token, { urlList: [of] })).data?.urlList[0] ?? ''
    const link = await fresh(key)
    app.advance(1799)
    expect((await app.app.http.inject(link)).statusCode).toBe(200)
    app.advance(1)
    const expired = await app.app.http.inject(link)
    expect(expired.statusCode).toBe(403)
    expect(expired.json()).toEqual({ status: '-1', code: 403, detail: '链接无效或已过期' })
    expect((await app.app.http.inject(await fresh(link))).statusCode).toBe(200)
  })

  it('is refused after a change', async () => {
    const [mine, second] = [await storeImage(app, by.token), await storeImage(app, by.token)]
    const { data } = await app.post(refreshUrl, by.token, { urlList: [mine] })
    const [link = ''] = data?.urlList ?? []
    for (const wrong of [
      link.replace(mine, second),
      link.replace(/expires=\d+/, 'expires=9999999999'),
      link.replace(/signature=.*/, 'signature='),
      link.replace(/\?.*/, ''),
      link.replace(mine, '../../etc/passwd'),
      link.replace(mine, `image/${by.dealerId}/..%2f..%2fsecret.png`),
    ])
      expect([403, 404], wrong).toContain((await app.app.http.inject(wrong)).statusCode)
  })

  it("is never created for another dealer's file", async () => {
    const foreign = await buildMember(app.db, app.now())
    const key = await storeImage(app, foreign.token)
    expect(await app.post(refreshUrl, by.token, { urlList: [key] })).toMatchObject({
      status: '-1',
      code: 404,
    })
    const { data } = await app.post(refreshUrl, foreign.token, { urlList: [key] })
    expect(await app.post(refreshUrl, by.token, { urlList: data?.urlList })).toMatchObject({ code: 404 })
  })
})
