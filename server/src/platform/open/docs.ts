import { openHeaders } from '@showroom/contract/kernel/open'
import type { z } from 'zod'
import { jsonSchema, tooOften } from '../http/openapi.ts'

/** Parts of the OpenAPI document shared by all open routes. */

export const headerDocs = [
  { name: openHeaders.key, description: '来源标识' },
  { name: openHeaders.timestamp, description: '秒级时间戳，与服务器相差不超过5分钟' },
  {
    name: openHeaders.signature,
    description: 'HMAC-SHA256(密钥, 时间戳 + "." + 原始请求体)，十六进制；GET请求以路径代替请求体',
  },
].map((one) => ({ ...one, in: 'header', required: true, schema: { type: 'string' } }))

export const bodyDocs = (schema: z.ZodType) => ({
  content: { 'application/json': { schema: jsonSchema(schema, 'input') } },
})

export const answerDocs = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema: jsonSchema(schema, 'output') } },
})

export const refusalDocs = {
  401: { description: '来源标识、时间戳或签名无效' },
  413: { description: '提交的内容过大' },
  429: tooOften,
  503: { description: '数据库暂不可用，请在Retry-After秒后重试' },
}

export const openRoute = { tags: ['open'], parameters: headerDocs }
