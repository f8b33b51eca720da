import { intakeHeaders, IntakeRequest, ReplayRequest } from '@showroom/contract/lead/intake.schema'
import type { IntakeReceipt } from '@showroom/contract/lead/intake.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { judge } from '@showroom/contract/kernel/judge'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { secondsOf } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import { isUnstorable } from '../platform/db/client.ts'
import type { Source } from './intake.directory.ts'
import { findDelivery } from './intake.repository.ts'
import { replay, takeIn } from './intake.service.ts'
import type { IntakeDeps } from './intake.service.ts'
import { isSigned, isTimely } from './intake.signature.ts'
import { createRates } from './intake.rates.ts'

/** The open routes of lead sources (docs/intake.md). Signed, without a session, outside the calls of the contract. */

const intakePath = '/open/v1/leads'
/** Fifty leads with all that can be said about them. */
const bodyLimit = 512 * 1024

export function serveIntake(http: FastifyInstance, deps: IntakeDeps & { readonly clock: Clock }): void {
  const takes = createRates()

  void http.register((scope, _options, done) => {
    // The signature is over the bytes that came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, next) =>
      next(null, body),
    )
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof OpenRefusal) return error.answer(reply)
      if (isUnstorable(error)) return new OpenRefusal(400, '提交的内容有误，请检查').answer(reply)
      return http.errorHandler(error as never, request, reply)
    })

    scope.post(intakePath, { bodyLimit }, async (request, reply) => {
      const source = await openSource(deps, request, bodyOf(request))
      const { leads } = parse(IntakeRequest, bodyOf(request))
      const wait = takes(source, leads.length, performance.now())
      if (wait > 0) throw new OpenRefusal(429, errors.TOO_MANY.text, { retryAfter: wait })
      const receipts = await takeIn(deps, source, leads, deps.clock())
      return answerReceipts(reply, receipts)
    })

    scope.post(`${intakePath}/replay`, { bodyLimit }, async (request, reply) => {
      const source = await openSource(deps, request, bodyOf(request))
      const { receipts } = parse(ReplayRequest, bodyOf(request))
      return reply.send(success({ receipts: await replay(deps, source, receipts, deps.clock()) }))
    })

    scope.get<{ Params: { receipt: string } }>(`${intakePath}/:receipt`, async (request, reply) => {
      const source = await openSource(deps, request, request.url)
      const { receipt } = request.params
      const delivery = await findDelivery(deps.db, source.id, receipt)
      if (!delivery) throw new OpenRefusal(404, '回执不存在')
      const { state, receivedAt, replayedAs, ...rest } = delivery
      return reply.send(
        success({
          receipt,
          ...rest,
          state: replayedAs ? 'replayed' : deliveryStates[state],
          receivedAt: secondsOf(receivedAt),
          ...(replayedAs && { replayedAs }),
        }),
      )
    })
    done()
  })
}

const deliveryStates: Readonly<Record<number, string>> = { 0: 'waiting', 1: 'done', 2: 'refused' }

const success = (answer: object) => ({ status: '0', code: 0, detail: '', ...answer })

/** All refused is a refusal; else the receipts say which are. */
function answerReceipts(reply: FastifyReply, receipts: readonly IntakeReceipt[]): FastifyReply {
  if (receipts.some((one) => one.state !== 'refused')) return reply.code(202).send(success({ receipts }))
  const [first] = receipts[0]?.errors ?? []
  return reply
    .code(400)
    .send({ status: '-1', code: 400, detail: first?.text ?? errors.INVALID.text, receipts })
}

const bodyOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

function parse<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  const parsed = judge(schema, readJson(body))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), text: issue.message }))
  throw new OpenRefusal(400, fields[0]?.text ?? errors.INVALID.text, { fields })
}

/**
 * PostgreSQL stores no NUL and no half character: they are dropped where a text has them. A field that has one in its name is none of
 * ours, and ignored as others that we do not know.
 */
const maybeUnstorable = /\\u(?:0000|d[89a-f])/i
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '')
function readJson(body: Buffer): unknown {
  const text = body.toString('utf8')
  try {
    const json: unknown = maybeUnstorable.test(text)
      ? JSON.parse(text, (key, value: unknown) => {
          if (storable(key) !== key) return undefined
          return typeof value === 'string' ? storable(value) : value
        })
      : JSON.parse(text)
    if (isWithin(json, deepest)) return json
  } catch {
    // As what is nested too deep to be kept.
  }
  throw new OpenRefusal(400, '请求格式不正确')
}

const deepest = 20
const isWithin = (json: unknown, depth: number): boolean =>
  typeof json !== 'object' ||
  json === null ||
  (depth > 0 && Object.values(json).every((value) => isWithin(value, depth - 1)))

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** The source that signed the request. An unknown key is answered as a wrong signature is, in the same time. */
async function openSource(
  deps: IntakeDeps & { readonly clock: Clock },
  request: FastifyRequest,
  content: Buffer | string,
): Promise<Source> {
  const key = header(request, intakeHeaders.key)
  const timestamp = header(request, intakeHeaders.timestamp)
  const signature = header(request, intakeHeaders.signature)
  if (!isTimely(timestamp, deps.clock())) throw new OpenRefusal(401, '时间戳无效或已过期')
  const source =
    (await deps.directory.read()).source(key) ?? (await deps.directory.read(newSourceMs)).source(key)
  const signed = isSigned(source?.secret ?? 'nobody', { timestamp, content, signature })
  if (!source || !signed) throw new OpenRefusal(401, '来源标识或签名无效')
  return source
}

/** A new source may send after this time. */
const newSourceMs = 1_000

class OpenRefusal extends Error {
  readonly status: number
  readonly details: { readonly fields?: object; readonly retryAfter?: number }

  constructor(status: number, text: string, details: OpenRefusal['details'] = {}) {
    super(text)
    this.status = status
    this.details = details
  }

  answer(reply: FastifyReply): FastifyReply {
    const { fields, retryAfter } = this.details
    if (retryAfter) void reply.header('retry-after', String(retryAfter))
    return reply
      .code(this.status)
      .send({ status: '-1', code: this.status, detail: this.message, ...(fields && { errors: fields }) })
  }
}
