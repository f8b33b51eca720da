import {
  intakeHeaders,
  intakeMax,
  IncomingLead,
  IntakeAnswer,
  ReceiptAnswer,
  ReplayAnswer,
  ReplayRequest,
} from '@showroom/contract/lead/intake.schema'
import { z } from 'zod'
import { jsonSchema } from '../platform/http/openapi.ts'

/** The open routes in the OpenAPI document; how to sign and what is done with a lead stands in docs/intake.md. */

const headers = [
  { name: intakeHeaders.key, description: '来源标识' },
  { name: intakeHeaders.timestamp, description: '秒级时间戳，与服务器相差不超过5分钟' },
  {
    name: intakeHeaders.signature,
    description: 'HMAC-SHA256(密钥, 时间戳 + "." + 原始请求体)，十六进制；GET请求以路径代替请求体',
  },
].map((one) => ({ ...one, in: 'header', required: true, schema: { type: 'string' } }))

const body = (schema: z.ZodType) => ({
  content: { 'application/json': { schema: jsonSchema(schema, 'input') } },
})
const answer = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema: jsonSchema(schema, 'output') } },
})
const refusals = {
  401: { description: '来源标识、时间戳或签名无效' },
  413: { description: '提交的内容过大' },
  429: { description: '发送过快，请在Retry-After秒后重试' },
  503: { description: '数据库暂不可用，请在Retry-After秒后重试' },
}
const route = { tags: ['open'], parameters: headers }

export const intakeDocs = {
  '/open/v1/leads': {
    post: {
      ...route,
      summary: '线索接入',
      description: `一次1至${intakeMax}条；按externalId幂等，重复发送返回首次回执。`,
      requestBody: body(z.object({ leads: z.array(IncomingLead).min(1).max(intakeMax) })),
      responses: {
        202: answer('已接收，回执逐条说明', IntakeAnswer),
        400: answer('全部被拒，逐条列出错误字段；被拒的线索已保留，可重放', IntakeAnswer),
        ...refusals,
      },
    },
  },
  '/open/v1/leads/{receipt}': {
    get: {
      ...route,
      summary: '回执查询',
      parameters: [...headers, { name: 'receipt', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: answer('OK', ReceiptAnswer), 404: { description: '回执不存在' }, ...refusals },
    },
  },
  '/open/v1/leads/replay': {
    post: {
      ...route,
      summary: '重放被拒线索',
      requestBody: body(ReplayRequest),
      responses: { 200: answer('OK', ReplayAnswer), ...refusals },
    },
  },
}
