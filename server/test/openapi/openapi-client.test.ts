import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import openapi, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { originOf } from '../live.ts'
import { clientHash, storedHash } from '../sign-in.ts'

/**
 * A program written from the document alone: types are generated from it, and the compiler checks every
 * request and every use of a response against them.
 */
const program = `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'

type Reply<Answer> = { readonly data?: Answer; readonly error?: { readonly detail: string } }

/** Returns a successful answer. Throws a refusal. */
function taken<Answer extends { readonly status: string; readonly detail: string }>(
  { data, error }: Reply<Answer>,
): Extract<Answer, { readonly status: '0' }> {
  if (data?.status === '0') return data as Extract<Answer, { readonly status: '0' }>
  throw new Error(error?.detail ?? data?.detail)
}

export async function followUp(baseUrl: string, mobile: string, password: string, nextDate: number) {
  const api = createClient<paths>({ baseUrl })
  const uniqueId = 'a page'
  const picture = taken(await api.POST('/v2/appUserService/captcha', { body: { uniqueId } }))
  const sent = taken(
    await api.POST('/v2/appUserService/getSmsCode', {
      body: { mobile, uniqueId, answer: picture.demoAnswer ?? '' },
    }),
  )
  const { token } = taken(
    await api.POST('/v2/appUserService/loginWithSmsCode', {
      body: { mobile, password, smsCode: sent.demoCode ?? '' },
    }),
  )
  const mine = createClient<paths>({ baseUrl, headers: { authorization: token } })
  const list = taken(await mine.POST('/v2/appCustomerService/list', { body: { pageSize: 20 } }))
  const [row] = list.data
  if (!row) throw new Error('no customer')
  const { customerId, dealId } = row
  const file = taken(await mine.POST('/v2/appCustomerService/get', { body: { customerId } }))
  const follow = await mine.POST('/v2/appCustomerService/follow', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      customerId,
      dealId,
      activityId: file.pendingActivity?.id,
      completedActivityType: 1,
      contactType: 1,
      event: 4,
      level: 'A',
      specIds: '1201',
      remark: '客户想周末来看车',
      nextActivityType: 2,
      nextDate,
    },
  })
  taken(follow)
  const after = taken(await mine.POST('/v2/appCustomerService/get', { body: { customerId } }))
  const stranger = await api.POST('/v2/appCustomerService/list', { body: {} })
  return {
    total: list.total,
    name: row.name,
    followed: after.timelines.some(({ facts }) => facts?.kind === 'followed' && facts.said === '客户想周末来看车'),
    refused: stranger.data?.status === '0' ? undefined : stranger.data?.code,
  }
}
`

/** Fields that the document does not have, or of another type. */
const mistakes = [
  "api.POST('/v2/appUserService/captcha', { body: { uniqueId: 1 } })",
  "api.POST('/v2/appUserService/captcha')",
  "api.POST('/v2/appUserService/captchas', { body: { uniqueId: '' } })",
  "api.POST('/v2/appCustomerService/list', { body: {} }).then(({ data }) => data?.total)",
]

const root = fileURLToPath(new URL('../../..', import.meta.url))

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  // Inside of the repository, so that the compiler and Node find `openapi-fetch`.
  mkdirSync(path.join(root, 'node_modules/.cache'), { recursive: true })
  folder = mkdtempSync(path.join(root, 'node_modules/.cache/openapi-client-'))
  const document: unknown = (await app.app.http.inject({ url: '/docs/json' })).json()
  writeFileSync(path.join(folder, 'api.ts'), astToString(await openapi(document as never)))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Compiles a program beside the generated types and returns the compiler's complaints. */
async function compile(name: string, source: string): Promise<string> {
  writeFileSync(path.join(folder, `${name}.ts`), source)
  const options = [
    '--pretty',
    'false',
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom',
  ]
  try {
    await promisify(execFile)(
      path.join(root, 'node_modules/.bin/tsc'),
      [...options, '--ignoreConfig', '--types', '', `${name}.ts`],
      { cwd: folder },
    )
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

describe('a client generated from the OpenAPI document', () => {
  it('compiles, signs in, lists customers and follows one up', async () => {
    expect(await compile('client', program)).toBe('')
    const member = await buildMember(app.db, app.now(), { role: 4, passwordHash: storedHash })
    await buildCustomer(app, member, { name: '王小明' })
    const { followUp } = (await import(pathToFileURL(path.join(folder, 'client.js')).href)) as {
      followUp: (...args: [string, string, string, number]) => Promise<object>
    }
    const nextDate = Math.floor(app.now().getTime() / 1000) + 86_400
    expect(await followUp(await originOf(app.app), member.mobile, clientHash, nextDate)).toEqual({
      total: 1,
      name: '王小明',
      followed: true,
      refused: 100,
    })
  })

  it('does not compile with requests and fields that the document lacks', async () => {
    const head = "import createClient from 'openapi-fetch'\nimport type { paths } from './api.js'\n"
    const source = [`${head}const api = createClient<paths>({ baseUrl: '' })`, ...mistakes].join('\nvoid ')
    const complaints = await compile('mistakes', source)
    for (const index of mistakes.keys()) expect(complaints).toContain(`mistakes.ts(${4 + index},`)
  })
})
