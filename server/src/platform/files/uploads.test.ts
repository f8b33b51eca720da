import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { eicar, startClamAv } from '../../../test/outside/clamav.ts'
import type { FakeClamAv } from '../../../test/outside/clamav.ts'
import { buildMember } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { askUpload, fieldsOf, png, postFile, storeImage } from '../../../test/files.ts'
import { createClamAv } from './clamav.ts'
import { createEmbeddedFiles } from './embedded.ts'
import { withScanner } from './files.ts'
import { ossForm } from './oss-form.ts'
import { scanTexts } from './uploads.ts'
import { createLog } from '../observe/log.ts'
import { unrecorded } from '../outside/outcomes.ts'

/** Shares a PDF within the store and returns the response. */
async function share(app: TestApp, by: BuiltMember, content: Buffer) {
  const params = await app.post(rooms.file.params, by.token, { fileName: 'a.pdf', fileSize: content.length })
  const { key = '', fields = {} } = params
  expect((await postFile(app, fields, content, 'a.pdf')).statusCode).toBe(204)
  return {
    key,
    answer: await app.post(rooms.file.add, by.token, {
      fileName: '话术',
      fileUrl: key,
      fileSize: content.length,
    }),
  }
}
const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`)

describe('an unused upload', () => {
  let app: TestApp
  let by: BuiltMember
  beforeAll(async () => {
    app = await createTestApp()
    by = await buildMember(app.db, app.now(), { role: 1 })
  })
  afterAll(() => app.close())

  const tidy = () =>
    app.app.jobs.find(({ name }) => name === 'tidy-uploads')?.run() ?? Promise.reject(new Error('no job'))
  /** Backdates all uploads by this many hours. */
  const age = (hours: number) =>
    sql`update upload set asked_at = asked_at - ${hours} * interval '1 hour', used_at = used_at - ${hours} * interval '1 hour'`.execute(
      app.db,
    )
  const leaves = () =>
    app.db.selectFrom('upload').select('key').where('dealer_id', '=', by.dealerId).execute()

  it('is removed a day after its ticket, file and row; a used file stays', async () => {
    const unused = await storeImage(app, by.token)
    const { key: used, answer } = await share(app, by, pdf('话术'))
    expect(answer).toMatchObject({ status: '0' })
    await age(23)
    const late = await storeImage(app, by.token)
    await tidy()
    for (const key of [unused, used, late]) expect(await app.app.files.has(by.dealerId, key)).toBe(true)
    await age(2)
    await tidy()
    expect(await app.app.files.has(by.dealerId, unused)).toBe(false)
    expect(await app.app.files.has(by.dealerId, used)).toBe(true)
    expect(await app.app.files.has(by.dealerId, late)).toBe(true)
    expect((await leaves()).map(({ key }) => key)).toEqual([late])
    await age(30)
    await tidy()
    expect(await app.app.files.has(by.dealerId, used)).toBe(true)
  })

  it('is either used or removed when both happen at once', async () => {
    const ends: (string | undefined)[] = []
    for (let round = 0; round < 8; round++) {
      const params = await app.post(rooms.file.params, by.token, { fileName: 'a.pdf', fileSize: 20 })
      const { key = '', fields = {} } = params
      await postFile(app, fields, pdf('x'), 'a.pdf')
      await age(25)
      const take = () =>
        app.post(rooms.file.add, by.token, { fileName: `话术${round}`, fileUrl: key, fileSize: 20 })
      const [answer] = await Promise.all(
        round % 2 === 0 ? [take(), tidy()] : [setTimeout(4).then(take), tidy()],
      )
      ends.push(answer.status)
      expect(await app.app.files.has(by.dealerId, key)).toBe(answer.status === '0')
    }
    expect(ends.every((status) => status === '0' || status === '-1')).toBe(true)
  })

  it('is not taken when it goes between its check and the transaction', async () => {
    const { files } = app.app
    const { scan } = files
    Object.assign(files, {
      async scan() {
        await age(25)
        await tidy()
        return 'clean'
      },
    })
    const { key, answer } = await share(app, by, pdf('间')).finally(() => Object.assign(files, { scan }))
    expect(answer).toMatchObject({ status: '-1', detail: '文件内容与类型不符' })
    expect(await files.has(by.dealerId, key)).toBe(false)
  })

  it('is not taken once it is given up, and goes with the next run after one that broke off', async () => {
    const { files } = app.app
    const { remove } = files
    const params = await app.post(rooms.file.params, by.token, { fileName: 'a.pdf', fileSize: 20 })
    const { key = '', fields = {} } = params
    await postFile(app, fields, pdf('断'), 'a.pdf')
    await age(25)
    Object.assign(files, { remove: () => Promise.reject(new Error('the bucket is away')) })
    await expect(Promise.resolve(tidy())).rejects.toThrow('the bucket is away')
    Object.assign(files, { remove })
    expect(await files.has(by.dealerId, key)).toBe(true)
    const form = { fileName: '话术', fileUrl: key, fileSize: 20 }
    expect(await app.post(rooms.file.add, by.token, form)).toMatchObject({ status: '-1' })
    await tidy()
    expect(await files.has(by.dealerId, key)).toBe(false)
    expect((await leaves()).map((row) => row.key)).not.toContain(key)
  })
})

describe('a scanner', () => {
  let app: TestApp
  let by: BuiltMember
  let clamav: FakeClamAv
  beforeAll(async () => {
    clamav = await startClamAv()
    app = await createTestApp({ scanner: clamav })
    by = await buildMember(app.db, app.now(), { role: 1 })
  })
  afterAll(async () => {
    await app.close()
    await clamav.stop()
  })
  beforeEach(() => {
    clamav.mood = 'well'
  })

  it('reads each upload completely before a record uses it', async () => {
    const content = pdf('长'.repeat(100_000))
    const { key, answer } = await share(app, by, content)
    expect(answer).toMatchObject({ status: '0' })
    expect(clamav.scanned.at(-1)).toBe(content.length)
    expect((await app.post(rooms.base.refreshUrl, by.token, { urlList: [key] })).status).toBe('0')
  })

  it('keeps infected files out', async () => {
    const { key, answer } = await share(app, by, pdf(eicar))
    expect(answer).toMatchObject({ status: '-1', detail: scanTexts.infected })
    expect(await app.db.selectFrom('dealer_file').select('id').where('file_key', '=', key).execute()).toEqual(
      [],
    )
  })

  it.each(['rude', 'full'] as const)('in the state %s keeps all files out and reports it', async (mood) => {
    clamav.mood = mood
    expect((await share(app, by, pdf('话术'))).answer).toMatchObject({
      status: '-1',
      detail: scanTexts.unscanned,
    })
  })

  it('is not heard in the response to a repeat, which is that of the first', async () => {
    const params = await app.post(rooms.file.params, by.token, { fileName: 'a.pdf', fileSize: 20 })
    const { key = '', fields = {} } = params
    await postFile(app, fields, pdf('重复'), 'a.pdf')
    const add = () =>
      app.post(
        rooms.file.add,
        by.token,
        { fileName: '话术', fileUrl: key, fileSize: 20 },
        { 'idempotency-key': 'scanned-0001' },
      )
    const first = await add()
    expect(first).toMatchObject({ status: '0' })
    clamav.mood = 'rude'
    expect((await add()).text).toBe(first.text)
  })

  it('has scanned what lies there still: a file that is replaced meanwhile is not taken', async () => {
    const keep = createEmbeddedFiles(app.filesFolder, testSecret)
    const key = 'file/1/m1-11111111-1111-1111-1111-111111111111.pdf'
    await keep.write(key, pdf('好'))
    const scanned = (meanwhile: () => Promise<void>) =>
      withScanner(
        keep,
        {
          async scan(content) {
            content.destroy()
            await meanwhile()
            return 'clean'
          },
        },
        unrecorded,
      ).scan(key)
    expect(await scanned(() => Promise.resolve())).toBe('clean')
    expect(await scanned(() => keep.write(key, pdf(eicar)))).toBe('unscanned')
    expect(await scanned(() => keep.remove(key))).toBe('unscanned')
  })

  it('hands out nothing that it has not seen: neither by the key nor by an old link', async () => {
    const params = await askUpload(app, by.token, '凭证.png')
    await postFile(app, fieldsOf(params), png)
    for (const url of [params.key, app.app.files.link(params.key, app.now())])
      expect(await app.post(rooms.base.refreshUrl, by.token, { urlList: [url] })).toMatchObject({ code: 404 })
  })

  it('returns its version, and throws when it is unavailable', async () => {
    expect(await createClamAv(clamav, createLog('silent'), unrecorded).version()).toMatch(/^ClamAV /)
    const gone = await startClamAv()
    await gone.stop()
    await expect(createClamAv(gone, createLog('silent'), unrecorded).version()).rejects.toThrow(
      'ECONNREFUSED',
    )
  })
})

it("the OSS form is signed by OSS's published rules", () => {
  const signer = { name: 'showroom', region: 'cn-hangzhou', accessKey: 'LTAI-example', secretKey: 'a secret' }
  const now = new Date('2026-11-22T08:30:00.500Z')
  const file = { key: 'image/7/m1-x.png', mediaType: 'image/png', maxBytes: 5_000_000 }
  const { fields, policy, signature } = ossForm(signer, file, now)
  expect(fields).toMatchObject({
    key: file.key,
    policy,
    'x-oss-signature-version': 'OSS4-HMAC-SHA256',
    'x-oss-credential': 'LTAI-example/20261122/cn-hangzhou/oss/aliyun_v4_request',
    'x-oss-date': '20261122T083000Z',
    'x-oss-signature': signature,
  })
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as {
    expiration: string
    conditions: unknown[]
  }
  expect(expiration).toBe('2026-11-22T08:40:00.500Z')
  expect(conditions).toEqual(
    expect.arrayContaining([
      { bucket: 'showroom' },
      ['eq', '$key', file.key],
      ['content-length-range', 1, 5_000_000],
      { 'x-oss-date': '20261122T083000Z' },
      { 'Content-Type': 'image/png' },
    ]),
  )
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = hmac(
    hmac(hmac(hmac('aliyun_v4a secret', '20261122'), 'cn-hangzhou'), 'oss'),
    'aliyun_v4_request',
  )
  expect(signature).toBe(hmac(key, policy).toString('hex'))
})
