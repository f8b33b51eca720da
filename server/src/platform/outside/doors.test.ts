import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBucketService } from '../../../test/outside/bucket.ts'
import type { BucketService } from '../../../test/outside/bucket.ts'
import { createTestApp } from '../../../test/app.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import type { TestDatabase } from '../../../test/database/database.ts'
import { startFakeGray } from '../../../test/outside/gray.ts'
import type { FakeGray } from '../../../test/outside/gray.ts'
import { startFakeSso } from '../../../test/outside/sso.ts'
import type { FakeSso } from '../../../test/outside/sso.ts'
import { startFakeWecom } from '../../../test/outside/wecom.ts'
import type { FakeWecom } from '../../../test/outside/wecom.ts'
import { readConfig } from '../config/config.ts'
import { askDoors } from './doors.ts'

let database: TestDatabase
let bucket: BucketService
let wecom: FakeWecom
let sso: FakeSso
let gray: FakeGray
beforeAll(async () => {
  database = await createTestDatabase()
  bucket = await startBucketService()
  wecom = await startFakeWecom()
  sso = await startFakeSso()
  gray = await startFakeGray(() => new Date())
})
afterAll(() => Promise.all([database.drop(), bucket.stop(), wecom.close(), sso.close(), gray.close()]))

const environment = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  BUCKET_NAME: bucket.config.name,
  BUCKET_ENDPOINT: bucket.config.endpoint ?? '',
  BUCKET_ACCESS_KEY: bucket.config.accessKey,
  BUCKET_SECRET_KEY: bucket.config.secretKey,
  BUCKET_PATH_STYLE: '1',
  PUBLIC_URL: 'http://localhost:3000',
  WECOM_CORP_ID: wecom.config.corpId,
  WECOM_AGENT_ID: wecom.config.agentId,
  WECOM_SECRET: wecom.config.secret,
  WECOM_API_URL: wecom.config.apiUrl,
  SSO_ISSUER: sso.config.issuer,
  SSO_CLIENT_ID: sso.config.clientId,
  SSO_CLIENT_SECRET: sso.config.clientSecret ?? '',
  GRAY_URL: gray.config.url,
  GRAY_SECRET: gray.config.secret,
  GRAY_SITES: gray.config.sites.join(','),
})
const ask = async (over: Record<string, string> = {}) =>
  Object.fromEntries(
    (await askDoors(readConfig({ ...environment(), ...over }))).map((one) => [one.system, one]),
  )

it('queries each configured system and returns its answer', async () => {
  const report = await ask()
  for (const system of ['PostgreSQL', 'Bucket', 'WeCom', 'Single sign-on', 'Gray release'])
    expect(report[system]?.state, report[system]?.text).toBe('answers')
  expect(report['SMS']?.state).toBe('not used')
})

it('sends its own callback a message as WeCom does', async () => {
  const product = await createTestApp({ outside: { wecom: wecom.config } })
  product.setNow(new Date())
  const { token, key } = wecom.config.callback ?? { token: '', key: '' }
  const here = { PUBLIC_URL: await product.app.http.listen({ host: '127.0.0.1', port: 0 }) }
  const contacts = async (over: Record<string, string>) =>
    (await ask({ WECOM_CALLBACK_TOKEN: token, WECOM_CALLBACK_KEY: key, ...here, ...over }))['WeCom contacts']
  expect(await contacts({})).toMatchObject({
    state: 'answers',
    text: '1 members may have contacts, the callback answers',
  })
  expect(await contacts({ WECOM_CALLBACK_TOKEN: 'another' })).toMatchObject({
    state: 'FAILS',
    text: `${here.PUBLIC_URL}/open/wecom/callback answered HTTP 401`,
  })
  wecom.misbehave('/cgi-bin/externalcontact/get_follow_user_list', 48_002)
  expect(await contacts({})).toMatchObject({
    text: 'WeCom refused externalcontact/get_follow_user_list with errcode 48002',
  })
  await product.close()
})

it('reports failures with a reason but without secrets', async () => {
  sso.misbehave('error')
  const report = await ask({
    WECOM_SECRET: 'a wrong secret',
    GRAY_SECRET: 'another wrong secret',
    BUCKET_NAME: 'nowhere',
    DATABASE_URL: 'postgres://u:the-password@127.0.0.1:1/none',
  })
  sso.misbehave()
  expect(report).toMatchObject({
    PostgreSQL: { state: 'FAILS', text: expect.stringContaining('ECONNREFUSED') as never },
    Bucket: { state: 'FAILS' },
    WeCom: { state: 'FAILS', text: 'WeCom refused gettoken with errcode 40001' },
    'Single sign-on': { state: 'FAILS' },
    'Gray release': { state: 'FAILS', text: expect.stringMatching(/answered HTTP 401$/) as never },
  })
  expect(JSON.stringify(report)).not.toMatch(/wrong secret|the-password/)
})

it('queries nothing without configuration', async () => {
  const report = await askDoors(readConfig({}))
  expect(report.map(({ state }) => state)).toEqual(report.map(() => 'not used'))
})
