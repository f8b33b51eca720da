import { cleanCode } from '@showroom/contract/kernel/clean'
import { errors } from '@showroom/contract/kernel/errors'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { judge } from '@showroom/contract/kernel/judge'
import { readLeniently } from '@showroom/contract/kernel/lenient'
import type { Lenient } from '@showroom/contract/kernel/lenient'
import { openHeaders } from '@showroom/contract/kernel/open'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import { isUnstorable } from '../db/client.ts'
import { decodeBody, NotUtf8 } from '../http/utf8.ts'
import type { KeptReader, Sender } from './sender.ts'
import { isSigned, isTimely } from './signature.ts'

/** Routes for other systems: signed, without a session, outside of the contract's calls. */

/** Registers routes in a Fastify scope that keeps bodies as bytes, because signatures cover them, and sends `OpenRefusal` responses. */
export function serveOpen(
  http: FastifyInstance,
  bodyLimit: number,
  define: (scope: FastifyInstance) => void,
): void {
  void http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, next) =>
      next(null, body),
    )
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof OpenRefusal) return error.answer(reply)
      if (error instanceof NotUtf8) return new OpenRefusal(400, error.message).answer(reply)
      if (isUnstorable(error)) return new OpenRefusal(400, '提交的内容有误，请检查').answer(reply)
      return http.errorHandler(error as never, request, reply)
    })
    define(scope)
    done()
  })
}

export const success = (answer: object) => ({ status: '0', code: 0, detail: '', ...answer })

export const bodyOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

/** Parses the body by its schema. Refuses with all field errors. */
export function parse<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  const parsed = judge(schema, readJson(body))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), text: issue.message }))
  throw new OpenRefusal(400, fields[0]?.text ?? errors.INVALID.text, { fields })
}

/** A delivery: its fields, the fields that were left out or cut, and all of it as it was sent. */
export interface Taken<Body> extends Pick<Lenient<Body>, 'warnings' | 'left'> {
  readonly body: Body
  readonly sent: unknown
}

/** Reads a delivery leniently. Refuses with the wrong fields that cannot be left out. */
export function take<Schema extends z.ZodObject>(schema: Schema, content: Buffer): Taken<z.output<Schema>> {
  const sent = readJson(content)
  const { data, errors: fields, warnings, left } = readLeniently(schema, sent)
  if (data) return { body: data, warnings, left, sent }
  throw new OpenRefusal(400, fields[0]?.text ?? errors.INVALID.text, { fields, more: warned(warnings) })
}

/** The warnings of an answer, if there are any. */
export const warned = (warnings: readonly FieldError[]): { warnings?: FieldError[] } =>
  warnings.length > 0 ? { warnings: [...warnings] } : {}

/** PostgreSQL cannot store NUL and lone surrogates, so they are removed from texts. A field with one in its name is unknown and ignored. */
const maybeUnstorable = /\\u(?:0000|d[89a-f])/i
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '')
function readJson(body: Buffer): unknown {
  const text = decodeBody(body)
  try {
    const json: unknown = maybeUnstorable.test(text)
      ? JSON.parse(text, (key, value: unknown) => {
          if (storable(key) !== key) return undefined
          return typeof value === 'string' ? storable(value) : value
        })
      : JSON.parse(text)
    if (isWithin(json, deepest)) return json
  } catch {
    // Refused below, like content that is nested too deep.
  }
  throw new OpenRefusal(400, '请求格式不正确')
}

const deepest = 20
const isWithin = (json: unknown, depth: number): boolean =>
  typeof json !== 'object' ||
  json === null ||
  (depth > 0 && Object.values(json).every((value) => isWithin(value, depth - 1)))

/** A header as a code. Node reads its bytes as Latin-1; senders copy keys with invisible characters in UTF-8. */
const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? cleanCode(Buffer.from(value, 'latin1').toString()) : ''
}

/** Known senders by key. */
interface Senders<One extends Sender> {
  source(key: string): One | undefined
}

/**
 * Returns the sender that signed the request, over its body or, without a body, its path. An unknown key gets the same response as a wrong
 * signature, in the same time.
 */
export async function openSender<One extends Sender>(
  { directory, clock }: { readonly directory: KeptReader<Senders<One>>; readonly clock: Clock },
  request: FastifyRequest,
  content: Buffer | string,
): Promise<One> {
  const key = header(request, openHeaders.key)
  const timestamp = header(request, openHeaders.timestamp)
  const signature = header(request, openHeaders.signature)
  if (!isTimely(timestamp, clock())) throw new OpenRefusal(401, '时间戳无效或已过期')
  const sender = (await directory.read()).source(key) ?? (await directory.read(newSenderMs)).source(key)
  const signed = isSigned(sender?.secret ?? 'nobody', { timestamp, content, signature })
  if (!sender || !signed) throw new OpenRefusal(401, '来源标识或签名无效')
  return sender
}

/** Maximum cache age for unknown keys: a new sender can send after this time. */
const newSenderMs = 1_000

/** Refusal of an open route: the HTTP status, a text and details. */
export class OpenRefusal extends Error {
  readonly status: number
  readonly details: {
    readonly fields?: object
    readonly retryAfter?: number
    readonly more?: Readonly<Record<string, unknown>>
  }

  constructor(status: number, text: string, details: OpenRefusal['details'] = {}) {
    super(text)
    this.status = status
    this.details = details
  }

  answer(reply: FastifyReply): FastifyReply {
    const { fields, retryAfter, more } = this.details
    if (retryAfter) void reply.header('retry-after', String(retryAfter))
    return reply.code(this.status).send({
      status: '-1',
      code: this.status,
      detail: this.message,
      ...(fields && { errors: fields }),
      ...more,
    })
  }
}
