import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCustomer } from '../../src/customer/customer.factory.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { postForm, startBucketService, startOtherBucketService } from './bucket.ts'
import type { BucketService } from './bucket.ts'
import { png } from '../files.ts'
import { sheetOf, sheetRow } from '../sheets.ts'

describe.each([
  ['that checks signatures', startBucketService],
  ['of another library', () => startOtherBucketService(true)],
] as const)('the product with a bucket %s', (_name, start) => {
  let app: TestApp
  let service: BucketService
  beforeAll(async () => {
    service = await start()
    app = await createTestApp({ bucket: service.config })
    app.setNow(new Date())
  })
  afterAll(async () => {
    await app.close()
    await service.stop()
  })

  it('lets the page reach it, shows proofs from it, imports from it and exports into it', async () => {
    const by = await buildMember(app.db, app.now(), { role: 3 })
    const page = await app.app.http.inject({ url: '/healthz' })
    const origin = new URL(service.config.endpoint ?? '').origin
    for (const directive of ['img-src', 'media-src', 'connect-src', 'form-action'])
      expect(String(page.headers['content-security-policy'])).toMatch(
        new RegExp(`${directive} [^;]*${origin}`),
      )
    const send = async (fileName: string, content: Buffer) => {
      const params = await app.post(rooms.base.uploadParams, by.token, { key: fileName })
      expect((await postForm(params as never, content)).status).toBeLessThan(300)
      return params.key ?? ''
    }
    const proof = await send('a.png', png)
    const { customerId } = await app.post(
      rooms.customer.add,
      by.token,
      newCustomer(app, { fromSource: 7, newMediaImages: proof }),
    )
    const { newMediaUrl } = await app.post(rooms.customer.get, by.token, { customerId })
    expect((await fetch(newMediaUrl?.[0] ?? '')).status).toBe(200)
    const file = await send('客户.xlsx', Buffer.from(await sheetOf([sheetRow(), sheetRow({ 性别: '' })])))
    const imported = await app.post(rooms.transfer.startImport, by.token, { file })
    expect(imported).toMatchObject({ successTotal: 1, failTotal: 1 })
    const { filePath = '' } = await app.post(rooms.customer.list, by.token, { isExport: 1 })
    for (const link of [filePath, imported.failedUrl ?? ''])
      expect(
        (await app.app.http.inject({ url: link, headers: { authorization: by.token } })).statusCode,
      ).toBe(200)
    expect((await app.app.http.inject({ method: 'POST', url: '/files' })).statusCode).toBe(404)
  })
})
