import { BaseResolver, createConfig, lintDocument, Source } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { calls, rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'

interface Response {
  content: { 'application/json': { schema: Schema } }
}
interface Operation {
  operationId: string
  summary: string
  description: string
  security: unknown[]
  parameters?: unknown[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  servers?: unknown[]
  paths: Record<string, { post?: Operation; get?: Operation }>
}
type Schema = Parameters<typeof z.fromJSONSchema>[0]

let app: TestApp
let text: string
let document: Document
beforeAll(async () => {
  app = await createTestApp()
  text = (await app.app.http.inject({ url: '/docs/json' })).body
  document = JSON.parse(text) as Document
})
afterAll(() => app.close())

async function redoclyProblems(source: string): Promise<string[]> {
  const problems = await lintDocument({
    document: { source: new Source('openapi.json', source), parsed: JSON.parse(source) },
    externalRefResolver: new BaseResolver(),
    config: await createConfig({ extends: ['recommended'] }),
  })
  return problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, message, ...location.map(({ pointer }) => pointer)].join(' '),
  )
}

async function spectralProblems(source: string): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas as never, 'recommended']] })
  const problems = await linter.run(JSON.parse(source) as Record<string, unknown>)
  return problems.map(({ code, message, path }) => [code, message, ...path].join(' '))
}

/** Replaces references by what they name. */
function resolve(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolve)
  if (typeof node !== 'object' || node === null) return node
  if (!('$ref' in node))
    return Object.fromEntries(Object.entries(node).map(([key, of]) => [key, resolve(of)]))
  const target = String(node.$ref)
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  if (target === undefined) throw new Error(`dangling reference ${String(node.$ref)}`)
  return resolve(target)
}

describe('the OpenAPI document', () => {
  it.each([
    ['Redocly', redoclyProblems],
    ['Spectral', spectralProblems],
  ])('passes all recommended rules of %s, which find a document without servers', async (_name, problems) => {
    expect(await problems(text)).toEqual([])
    const { servers: _, ...broken } = document
    expect((await problems(JSON.stringify({ ...broken, paths: {} }))).join()).toMatch(/servers/i)
  })

  it('has every call with its rights, refusals and retry key', () => {
    expect(document.info.title).toBeTruthy()
    const paths = Object.keys(document.paths).filter((one) => !one.startsWith('/open/'))
    expect(paths.toSorted()).toEqual(calls.map((call) => call.path).toSorted())
    const post = document.paths[rooms.customer.add.path]?.post
    expect(post).toMatchObject({ operationId: 'customerAdd', summary: '新建客户', security: [{ token: [] }] })
    expect(post?.description).toContain('模块：客户管理 或 前台流量')
    expect(post?.description).toContain('2001 该手机号客户已存在')
    expect(resolve(post?.parameters)).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }])
    expect(document.paths[rooms.access.captcha.path]?.post).toMatchObject({ security: [] })
    const upload = document.paths[rooms.transfer.startImport.path]?.post?.requestBody?.content
    expect(Object.keys(upload ?? {})).toEqual(['application/json', 'multipart/form-data'])
  })

  it('has object schemas for every request and response, without dangling references', () => {
    for (const [url, { post }] of Object.entries(document.paths)) {
      if (!post) continue
      const { 200: ok, 202: accepted } = post.responses
      const answer = (accepted ?? ok)?.content['application/json'].schema
      const request = post.requestBody?.content['application/json']?.schema
      const shapes = [request, ...((answer as { oneOf?: unknown[] } | undefined)?.oneOf ?? [answer])]
      for (const one of shapes) expect(resolve(one), url).toMatchObject({ type: 'object' })
      resolve(post)
    }
  })

  it('describes the responses that the server sends', async () => {
    const by = await buildMember(app.db, app.now(), { role: 3 })
    const { captcha } = rooms.access
    const { list, add } = rooms.customer
    const send = async (url: string, payload: object | string, headers = {}) => {
      const answer = await app.app.http.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      })
      const described = document.paths[url]?.post?.responses[answer.statusCode]
      if (!described) throw new Error(`${url} answers HTTP ${answer.statusCode}, which the document lacks`)
      const { content } = resolve(described) as Response
      const checked = z.fromJSONSchema(content['application/json'].schema).safeParse(answer.json())
      expect(checked.error, `${url}: ${answer.body}`).toBeUndefined()
      return [answer.statusCode, answer.json<{ status: string }>().status]
    }
    const mine = { authorization: by.token }
    expect(await send(captcha.path, { uniqueId: 'a' })).toEqual([200, '0'])
    expect(await send(list.path, {}, mine)).toEqual([200, '0'])
    expect(await send(list.path, {})).toEqual([200, '-100'])
    expect(await send(add.path, {}, mine)).toEqual([200, '-1'])
    expect(await send(list.path, '{', mine)).toEqual([400, '-1'])
    expect(await send(list.path, `"${'x'.repeat(300_000)}"`, mine)).toEqual([413, '-1'])
    expect(await send(list.path, '<a/>', { ...mine, 'content-type': 'text/xml' })).toEqual([415, '-1'])
    expect(await send('/open/v1/leads', { leads: [] })).toEqual([401, '-1'])
    expect(await send('/open/v1/records/replay', {})).toEqual([401, '-1'])
    const { path } = rooms.access.getSmsCode
    const { demoAnswer: answer } = await app.post(captcha, '', { uniqueId: 'b' })
    await app.post(rooms.access.getSmsCode, '', { mobile: by.mobile, answer, uniqueId: 'b' })
    const { demoAnswer: next } = await app.post(captcha, '', { uniqueId: 'b' })
    expect(await send(path, { mobile: by.mobile, answer: next, uniqueId: 'b' })).toEqual([429, '-1'])
  })

  it('has a readable page', async () => {
    const page = await app.app.http.inject({ url: '/docs/' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    // The page complies with the security policy: it has no inline scripts.
    expect(page.body).not.toMatch(/<script(?![^>]*src=)/)
  })
})
