import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { errors, isLimit } from '@showroom/contract/kernel/errors'
import { schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { openHeaders } from '@showroom/contract/kernel/open'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { release } from '../config/release.ts'

/** Converts a schema to the JSON Schema of OpenAPI 3.1. Objects are open: a later version may add fields to a response. */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      // The fallback for an unreadable value, which senders need not know and the schema may forbid.
      if (zodSchema instanceof z.ZodCatch) delete made.default
      if (zodSchema instanceof z.ZodObject && io === 'input')
        made.required = made.required?.filter((name) => !(zodSchema.shape[name] instanceof z.ZodCatch))
      if (made.additionalProperties === false) delete made.additionalProperties
    },
  })
  return rest
}

/** Envelope of every response: `status` is `"0"` for success. A refusal may have further fields. */
const Success = z.object({ status: z.literal('0'), code: z.literal(0), detail: z.literal('') })
const Refused = z.object({
  status: z.enum(['-1', '-2', '-100']),
  code: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), text: z.string() })).optional(),
})
const ref = (path: string) => ({ $ref: `#/components/${path}` })
const refusedSchema = ref('schemas/Refused')
const jsonOf = (schema: object) => ({ 'application/json': { schema } })

type ObjectSchema = ReturnType<typeof jsonSchema>
/** Schema of a successful response: the envelope's fields and the answer's. */
function successSchema(answer: z.ZodType): ObjectSchema {
  const envelope = jsonSchema(Success, 'output')
  const schema = jsonSchema(answer, 'output')
  return {
    ...schema,
    properties: { ...envelope.properties, ...schema.properties },
    required: [...(envelope.required ?? []), ...(schema.required ?? [])],
  }
}

/** A response with the answer's fields. */
export const answered = (description: string, answer: z.ZodType) => ({
  description,
  content: jsonOf(successSchema(answer)),
})

/** A refusal with its own HTTP status, and the fields it adds to those of every refusal. */
export const refused = (description: string, more?: z.ZodType) => ({
  description,
  content: jsonOf(more ? { allOf: [refusedSchema, jsonSchema(more, 'output')] } : refusedSchema),
})

const mayText = (may: Call['may']): string => {
  if (may === 'public') return '公开'
  if (may === 'member') return '已登录成员'
  const parts = [
    may.admin && '管理员',
    may.storeStaff && '集团岗位15、16除外',
    may.leadStaff && '集团岗位15、16除外（由集团清洗的门店，15可用）',
    may.changes && '投资人11除外',
    may.module && `模块：${[may.module].flat().join(' 或 ')}`,
    may.given && `须授予模块：${may.given}`,
    may.flag && `权限：${[may.flag].flat().join(' 或 ')}`,
  ]
  return parts.filter(Boolean).join('，')
}

/** Responses with their own HTTP status, shared by calls and open routes. */
const responses = {
  Malformed: refused('正文不是有效的JSON'),
  OtherType: refused('正文类型不支持'),
  TooLarge: refused('提交的内容过大'),
  TooOften: {
    ...refused('操作过于频繁：请在Retry-After秒后重试；正文与其他拒绝相同'),
    headers: { 'Retry-After': { description: '秒', schema: { type: 'integer', minimum: 1 } } },
  },
  Failed: refused('系统错误'),
  Unavailable: refused('数据库暂不可用，请在Retry-After秒后重试'),
}
export const tooLarge = ref('responses/TooLarge')
export const tooOften = ref('responses/TooOften')
export const failed = ref('responses/Failed')
export const unavailable = ref('responses/Unavailable')

/** Headers with which other systems sign their requests; each is a security scheme. */
const signing = {
  sourceKey: [openHeaders.key, '来源标识'],
  timestamp: [openHeaders.timestamp, '秒级时间戳，与服务器相差不超过5分钟'],
  signature: [
    openHeaders.signature,
    'HMAC-SHA256(密钥, 时间戳 + "." + 原始请求体)，十六进制；GET请求以路径代替请求体',
  ],
} as const
export const signed = [Object.fromEntries(Object.keys(signing).map((name) => [name, []]))]
const securitySchemes = {
  token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '登录返回的token' },
  ...Object.fromEntries(
    Object.entries(signing).map(([scheme, [name, description]]) => [
      scheme,
      { type: 'apiKey', in: 'header', name, description },
    ]),
  ),
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const operation = (room: string, name: string, call: Call) => ({
  post: {
    operationId: room + upperFirst(name),
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
    security: call.may === 'public' ? [] : [{ token: [] }],
    ...((call.writes || call.upload) && { parameters: [ref('parameters/IdempotencyKey')] }),
    requestBody: {
      required: true,
      content: {
        ...jsonOf(jsonSchema(schemaOf(call.request), 'input')),
        ...(call.upload && { 'multipart/form-data': { schema: uploadSchema } }),
      },
    },
    responses: {
      200: {
        description: 'status为"0"：成功；否则：拒绝，不做任何修改',
        content: jsonOf({ oneOf: [successSchema(schemaOf(call.answer)), refusedSchema] }),
      },
      400: ref('responses/Malformed'),
      413: tooLarge,
      415: ref('responses/OtherType'),
      ...(call.refusals.some(isLimit) && { 429: tooOften }),
      500: failed,
      503: unavailable,
    },
  },
})

const uploadSchema = {
  type: 'object',
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  required: ['file'],
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: '同一键的重复请求返回首次的结果',
  schema: { type: 'string' },
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly [field: string]: unknown
}
/** Paths of the document: routes with their operations by method. */
export type OpenPaths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Builds the OpenAPI document of the contract and of the routes for other systems. */
export function openApiOf(
  rooms: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  open: OpenPaths,
): object {
  const calls = Object.entries(rooms).flatMap(([room, of]) =>
    Object.entries(of).map(([name, call]) => [call.path, operation(room, name, call)] as const),
  )
  const openTags = new Set(
    Object.values(open).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Showroom 展厅',
      version: release,
      description: '展厅的全部接口：页面使用的调用，以及供其他系统使用的 /open 接口。',
      contact: { name: 'Showroom' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Paths are relative to the origin that serves this document.
    servers: [{ url: '/' }],
    tags: [
      ...Object.keys(rooms).map((name) => ({ name, description: `docs/product/${name}.md` })),
      ...[...openTags].map((name) => ({ name, description: '供其他系统使用，以签名代替登录' })),
    ],
    paths: { ...Object.fromEntries(calls), ...open },
    components: {
      securitySchemes,
      parameters: { IdempotencyKey: idempotencyKey },
      schemas: { Refused: jsonSchema(Refused, 'output') },
      responses,
    },
  }
}

/**
 * Serves the document as a readable page at `/docs`. The first request builds it: that takes 0.15 s, which each start
 * would otherwise pay.
 */
export async function serveDocs(
  app: FastifyInstance,
  rooms: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  open: OpenPaths,
): Promise<void> {
  await app.register(swagger, { openapi: {}, transformObject: () => openApiOf(rooms, open) })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: false })
}
