import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { errors, isLimit } from '@showroom/contract/kernel/errors'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** Converts a schema to OpenAPI. */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
  })
  return rest
}

const mayText = (may: Call['may']): string => {
  if (may === 'public') return '公开'
  if (may === 'member') return '已登录成员'
  const parts = [
    may.admin && '管理员',
    may.storeStaff && '集团角色15、16除外',
    may.module && `模块：${[may.module].flat().join(' 或 ')}`,
    may.given && `须授予模块：${may.given}`,
    may.flag && `权限：${[may.flag].flat().join(' 或 ')}`,
  ]
  return parts.filter(Boolean).join('，')
}

/** The 429 response of calls and open routes. */
export const tooOften = {
  description: '操作过于频繁：请在Retry-After秒后重试；正文与其他拒绝相同',
  headers: { 'Retry-After': { description: '秒', schema: { type: 'integer', minimum: 1 } } },
}

const operation = (room: string, call: Call) => ({
  post: {
    tags: [room],
    summary: call.summary,
    description: [
      `谁可调用：${mayText(call.may)}`,
      call.writes && '写操作：支持 Idempotency-Key',
      call.refusals.length > 0 &&
        `拒绝：${call.refusals.map((code) => `${errors[code].code} ${errors[code].text}`).join('；')}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(call.may !== 'public' && { security: [{ token: [] }] }),
    requestBody: { content: { 'application/json': { schema: jsonSchema(schemaOf(call.request), 'input') } } },
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: jsonSchema(schemaOf(call.answer), 'output') } },
      },
      ...(call.refusals.some(isLimit) && { 429: tooOften }),
    },
  },
})

/** Builds the OpenAPI document of the contract and of the routes for other systems. */
export const openApiOf = (
  rooms: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  open: Readonly<Record<string, object>>,
) => ({
  openapi: '3.0.3',
  info: { title: 'Showroom 展厅', version: '0.1.0' },
  components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  paths: {
    ...Object.fromEntries(
      Object.entries(rooms).flatMap(([room, calls]) =>
        Object.values(calls).map((call) => [call.path, operation(room, call)]),
      ),
    ),
    ...open,
  },
})

/** Serves the document as a readable page at `/docs`. */
export async function serveDocs(
  app: FastifyInstance,
  rooms: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  open: Readonly<Record<string, object>>,
): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiOf(rooms, open) as never },
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: false })
}
