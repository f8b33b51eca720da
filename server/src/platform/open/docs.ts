import type { z } from 'zod'
import { failed, jsonSchema, refused, signed, tooLarge, tooOften, unavailable } from '../http/openapi.ts'

/** Parts of the OpenAPI document shared by all open routes. */

export const bodyDocs = (schema: z.ZodType) => ({
  required: true,
  content: { 'application/json': { schema: jsonSchema(schema, 'input') } },
})

/** A parameter in the path. */
export const pathDocs = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })

export const refusalDocs = {
  401: refused('来源标识、时间戳或签名无效'),
  413: tooLarge,
  429: tooOften,
  500: failed,
  503: unavailable,
}
/** Refusals of routes with a body. */
export const bodyRefusals = { 400: refused('提交的内容有误，逐条列出错误字段'), ...refusalDocs }

export const openRoute = { tags: ['open'], security: signed }
