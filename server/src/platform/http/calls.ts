import type { FieldError } from '@showroom/contract/kernel/errors'
import { mayCall } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { zhCN } from 'zod/locales'
import type { Clock } from '../clock.ts'
import { isUnstorable } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { FileStore } from '../files/files.ts'
import type { Limits } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import type { SessionGate } from '../session/gate.ts'
import type { Session } from '../session/session.ts'
import { encodeAnswer } from './answer.ts'
import type { Context, PublicContext } from './handler.ts'
import { readIdempotencyKey, runOnce } from './idempotency.ts'
import { acceptUploads, isUpload, takeUpload } from './upload.ts'

export interface CallDeps {
  readonly db: Database
  readonly gate: SessionGate
  readonly limits: Limits
  readonly clock: Clock
  /** Where the file of a multipart call goes. */
  readonly files: FileStore
  /** Sees every answer before it leaves: the tests check each against its contract, and for unmasked numbers. */
  readonly onAnswer?: (call: Call, text: string) => void
}

/** For problems whose rule has no text of its own: never English on a Chinese screen. */
z.config(zhCN())

type AnyHandler = (request: never, context: never) => Promise<object>

/** Largest body of a call; files travel by their own form post. */
export const bodyLimit = 256 * 1024

/** Serves every call of the contract. Fails at start when one has no handler, or a handler no call. */
export function serveCalls(
  app: FastifyInstance,
  rooms: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  handlers: Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>,
  deps: CallDeps,
): void {
  for (const [room, calls] of Object.entries(rooms))
    for (const [name, call] of Object.entries(calls)) {
      const handler = handlers[room]?.[name]
      if (!handler) throw new Error(`call ${room}.${name} (${call.path}) has no handler`)
      const serve = (scope: FastifyInstance): void => {
        scope.post(call.path, { bodyLimit }, (request, reply) => answer(call, handler, deps, request, reply))
      }
      if (call.upload) void app.register(acceptUploads(serve))
      else serve(app)
    }
}

async function answer(
  call: Call,
  handler: AnyHandler,
  deps: CallDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let text: string
  try {
    text = await run(call, handler, deps, request)
  } catch (error) {
    const refusal = isUnstorable(error) ? new Refusal('INVALID') : error
    if (!(refusal instanceof Refusal)) throw error
    text = JSON.stringify(refusal.toAnswer())
    request.refusal = refusal.code
    if (refusal.details.retryAfter !== undefined)
      void reply.code(429).header('retry-after', String(refusal.details.retryAfter))
  }
  deps.onAnswer?.(call, text)
  return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(text)
}

async function run(
  call: Call,
  handler: AnyHandler,
  deps: CallDeps,
  request: FastifyRequest,
): Promise<string> {
  let sessionsChanged = false
  const later: (() => void)[] = []
  const text = await perform(call, handler, deps, request, {
    limits: deps.limits,
    now: deps.clock(),
    ip: request.ip,
    sessionsChanged() {
      sessionsChanged = true
    },
    afterwards: (start) => void later.push(start),
  })
  if (sessionsChanged) await deps.gate.settle()
  for (const start of later) start()
  return text
}

async function perform(
  call: Call,
  handler: AnyHandler,
  deps: CallDeps,
  request: FastifyRequest,
  meta: Omit<Context, 'session' | 'db'>,
): Promise<string> {
  if (call.may === 'public') {
    const context: PublicContext = { ...meta, db: deps.db }
    return encodeAnswer(await handler(parse(call, request.body) as never, context as never))
  }
  const session = await openSession(call, deps, request)
  const given =
    call.upload && isUpload(request) ? await takeUpload(request, session, deps.files) : request.body
  const body = parse(call, given) as never
  const work = async (db: Executor): Promise<string> => {
    const context: Context = { ...meta, session, db }
    return encodeAnswer(await handler(body, context as never))
  }
  if (!call.writes) return work(deps.db)
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  return deps.db.transaction().execute((trx) =>
    // A token or a clear number is never kept as a first answer.
    key && !call.secret
      ? runOnce(trx, session.scope, { key, path: call.path, body: request.body, now: meta.now }, () =>
          work(trx),
        )
      : work(trx),
  )
}

async function openSession(call: Call, deps: CallDeps, request: FastifyRequest): Promise<Session> {
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  const session = await deps.gate.open(token)
  if (!session) throw new Refusal('SESSION_GONE')
  request.session = session
  if (!mayCall(call.may, session)) throw new Refusal('FORBIDDEN')
  const { dealerId } = (request.body ?? {}) as { dealerId?: unknown }
  // Another dealer's id is refused as an unknown one is: nothing tells whether it exists.
  if (dealerId !== undefined && dealerId !== session.dealerId && !call.path.endsWith('/switchDealer'))
    throw new Refusal('NOT_FOUND')
  return session
}

function parse(call: Call, body: unknown): object {
  const parsed = call.request.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  throw new Refusal('INVALID', { text: parsed.error.issues[0]?.message, fields: fieldsOf(parsed.error) })
}

/** All problems, the first of each field. */
function fieldsOf(error: z.ZodError): FieldError[] {
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    if (!fields.has(path)) fields.set(path, issue.message)
  }
  return [...fields].map(([path, text]) => ({ path, text }))
}

declare module 'fastify' {
  interface FastifyRequest {
    session?: Session
    refusal?: string
  }
}
