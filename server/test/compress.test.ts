import { gunzipSync } from 'node:zlib'
import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { buildMember } from '../src/team/team.factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('compresses a long response for a client that accepts it, and no short one', async () => {
  const { token } = await buildMember(app.db, app.now())
  const ask = (path: string, headers: Record<string, string>) =>
    app.app.http.inject({
      method: 'POST',
      url: path,
      payload: {},
      headers: { authorization: token, ...headers },
    })
  const { path } = rooms.base.baseInfo
  const plain = await ask(path, {})
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await ask(path, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  const short = await ask(rooms.access.profile.path, { 'accept-encoding': 'gzip' })
  expect(short.headers['content-encoding']).toBeUndefined()
})
