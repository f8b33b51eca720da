import { channel } from 'node:diagnostics_channel'
import { mayCall, schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { unlikelyDates } from '@showroom/contract/kernel/dates'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogueSource } from '../export/catalogue.ts'
import { secondsOf } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { isUnstorable, transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { FileStore } from '../files/files.ts'
import { recordUpload } from '../files/uploads.ts'
import type { EventBus } from '../live/events.ts'
import type { Limits } from '../limits/limits.ts'
import { Refusal } from '../refusal.ts'
import type { SessionGate } from '../session/gate.ts'
import type { Session } from '../session/session.ts'
import { encodeAnswer } from './answer.ts'
import { compressed } from './compress.ts'
import { browserOf, markBrowser } from './browser.ts'
import { codeProblems, refusalWith } from './codes.ts'
import type { CodesOf } from './codes.ts'
import type { Context, Preparing, PublicContext } from './handler.ts'
import { readIdempotencyKey, runOnce } from './idempotency.ts'
import { parse } from './parse.ts'
import { tokenOf } from './token.ts'
import { traced } from '../observe/trace.ts'
import { acceptUploads, isUpload, takeUpload } from './upload.ts'

export interface CallDeps {
  readonly db: Database
  readonly gate: SessionGate
  readonly catalogue: CatalogueSource
  readonly limits: Limits
  readonly clock: Clock
  readonly events: EventBus
  /** Reads the codes of records, by the request's field with their id. */
  readonly codes?: Readonly<Record<string, CodesOf>>
  /** Storage for the files of multipart calls. */
  readonly files: FileStore
  /** Receives every response before it is sent. Tests use it to check each against its contract and for unmasked numbers. */
  readonly onAnswer?: (call: Call, text: string) => void
}

/** Diagnostics channel around each handler's work, with its call as context. Tests use it to assign work to calls. */
export const handledChannel = channel('showroom:handled')

type Handle = (context: never, request: never, found?: unknown) => Promise<object>
interface Steps {
  readonly prepare?: (context: Preparing, request: never) => Promise<unknown>
  readonly handle: Handle
}
type AnyHandler = Handle | Steps

/** Maximum body of a call without `mostBytes`. Files are sent by a separate form post. */
export const bodyLimit = 256 * 1024

/** Registers a route for every call of the contract. Throws at start if a call has no handler. */
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
      if (!(call as Partial<Call>).may)
        throw new Error(`call ${room}.${name} (${call.path}) names no right in \`may\``)
      if ('prepare' in handler && !call.writes)
        throw new Error(`call ${room}.${name} (${call.path}) prepares a transaction and has no writes`)
      const serve = (scope: FastifyInstance): void => {
        scope.post(call.path, { bodyLimit: call.mostBytes ?? bodyLimit }, (request, reply) =>
          answer(call, handler, deps, request, reply),
        )
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
    text = await run(call, handler, deps, request, reply)
  } catch (error) {
    const refusal = isUnstorable(error) ? new Refusal('INVALID') : error
    if (!(refusal instanceof Refusal)) throw error
    text = JSON.stringify(refusal.toAnswer())
    request.refusal = refusal.code
    if (refusal.details.retryAfter !== undefined)
      void reply.code(429).header('retry-after', String(refusal.details.retryAfter))
  }
  deps.onAnswer?.(call, text)
  // A secret and text of the caller never share a compressed response: its length would reveal parts of the secret.
  const body = call.secret ? text : await compressed(text, request, reply)
  return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(body)
}

/** The context before session and database are known, with functions to reset it for a retry and to see whether the call ended sessions. */
type Meta = Omit<PublicContext, 'db'> & { readonly retry: () => void; readonly endsSessions: () => boolean }

async function run(
  call: Call,
  handler: AnyHandler,
  deps: CallDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  let sessionsChanged = false
  const later: (() => void)[] = []
  const deferred: ((db: Database) => Promise<void>)[] = []
  const meta: Meta = {
    retry() {
      sessionsChanged = false
      later.length = 0
      deferred.length = 0
    },
    limits: deps.limits,
    events: deps.events,
    now: deps.clock(),
    ip: request.ip,
    sessionsChanged() {
      sessionsChanged = true
    },
    endsSessions: () => sessionsChanged,
    browser: browserOf(request),
    markBrowser: (mark) => void later.push(() => markBrowser(request, reply, mark)),
    evenIfRefused: (work) => void deferred.push(work),
    afterwards: (start) => void later.push(start),
  }
  let text: string
  try {
    text = await traced({ name: `call ${call.path}`, attributes: { 'showroom.writes': call.writes } }, () =>
      perform(call, handler, deps, request, meta),
    )
  } finally {
    for (const work of deferred) await work(deps.db)
  }
  if (sessionsChanged) await deps.gate.settle()
  for (const start of later) start()
  return text
}

async function perform(
  call: Call,
  handler: AnyHandler,
  deps: CallDeps,
  request: FastifyRequest,
  { retry, ...meta }: Meta,
): Promise<string> {
  const schema = schemaOf(call.request)
  const { prepare, handle }: Steps = typeof handler === 'function' ? { handle: handler } : handler
  if (call.may === 'public') {
    const context: PublicContext = { ...meta, db: deps.db }
    const body = parse(schema, request.body) as never
    return encodeAnswer(await handledChannel.runStores(call, () => handle(context as never, body)))
  }
  const session = await openSession(call, deps, request)
  const catalogue = await deps.catalogue.get()
  const takesKey = call.writes || call.upload
  const key = takesKey ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
  const once = (db: Executor, claim: unknown, first: () => Promise<string>): Promise<string> =>
    key ? runOnce(db, session.scope, { key, path: call.path, body: claim, now: meta.now }, first) : first()
  const given =
    call.upload && isUpload(request)
      ? await takeUpload(request, {
          session,
          files: deps.files,
          note: (file) => recordUpload({ db: deps.db, session, now: meta.now }, file),
          once: (claim, store) => deps.db.transaction().execute((trx) => once(trx, claim, store)),
        })
      : request.body
  const body = parse(schema, given) as never
  const held = async (): Promise<ReadonlySet<string>> => {
    const read = Object.entries(deps.codes ?? {}).flatMap(([field, codesOf]) => {
      const id: unknown = body[field]
      return typeof id === 'number' && id > 0 ? [codesOf(deps.db, session.scope, id)] : []
    })
    return new Set((await Promise.all(read)).flat())
  }
  const unknown = await codeProblems(schema, body, catalogue, held)
  const unlikely = unlikelyDates(schema, body, secondsOf(meta.now))
  // Taken in the transaction, behind the key's claim: a repeat is answered as the first was, whatever its own step met.
  const [found] = await Promise.allSettled([
    handledChannel.runStores(call, async () => prepare?.({ ...meta, session, db: deps.db }, body)),
  ])
  const work = async (db: Executor, by = session): Promise<string> => {
    const stillMay = (): Promise<Session> => stillOpen(call, deps, request, call.writes ? db : undefined)
    const context: Context = { ...meta, session: by, may: call.may, stillMay, catalogue, db }
    const answering = (): Promise<object> => {
      if (found.status === 'rejected') throw found.reason as Error
      return handledChannel.runStores(call, () => handle(context as never, body, found.value))
    }
    if (unknown.length > 0 || unlikely.length > 0)
      throw await refusalWith(unknown, unlikely, call.writes ? answering : undefined)
    const text = encodeAnswer(await answering())
    // The work may have taken long, so the session is checked again, unless the call itself ended sessions.
    if (!meta.endsSessions()) await stillMay()
    return text
  }
  if (!call.writes) return work(deps.db)
  let attempts = 0
  return transact(deps.db, async (trx) => {
    // Discards the deferred work of a failed attempt.
    retry()
    // The reason for the retry may also have ended the session, e.g. the member has left; such a member must not receive a customer.
    const by = attempts++ === 0 ? session : await reopenSession(call, deps, request)
    // A response with a token or a clear number is never stored for idempotent retries.
    return call.secret ? work(trx, by) : once(trx, request.body, () => work(trx, by))
  })
}

const sessionGone = (text: string | undefined): Refusal =>
  new Refusal('SESSION_GONE', text === undefined ? {} : { text })

/** Throws if the member of a running call has lost the session or the right to the call. */
async function stillOpen(
  call: Call,
  deps: CallDeps,
  request: FastifyRequest,
  db: Executor | undefined,
): Promise<Session> {
  const token = tokenOf(request)
  const session = await deps.gate.stillOpen(token, db)
  if (!session) throw sessionGone(await deps.gate.whyGone(token, db))
  refuseUnlessMay(call, session)
  return session
}

/** Refuses a call that the member has no right to, and mutations at a closed store. */
function refuseUnlessMay(call: Call, session: Session): void {
  const changes = call.writes || call.upload
  if (session.flags.isClosed && changes && !call.whenClosed) throw new Refusal('STORE_CLOSED')
  if (!mayCall(call.may, session)) throw new Refusal('FORBIDDEN')
}

async function reopenSession(call: Call, deps: CallDeps, request: FastifyRequest): Promise<Session> {
  await deps.gate.settle()
  return openSession(call, deps, request)
}

async function openSession(call: Call, deps: CallDeps, request: FastifyRequest): Promise<Session> {
  const token = tokenOf(request)
  const session = await deps.gate.open(token)
  if (!session) throw sessionGone(await deps.gate.whyGone(token))
  request.session = session
  refuseUnlessMay(call, session)
  const { dealerId } = (request.body ?? {}) as { dealerId?: unknown }
  // Another dealer's id is refused like an unknown one, so that the response does not reveal whether it exists.
  if (dealerId !== undefined && dealerId !== session.dealerId && !call.path.endsWith('/switchDealer'))
    throw new Refusal('NOT_FOUND')
  return session
}

declare module 'fastify' {
  interface FastifyRequest {
    session?: Session
    refusal?: string
  }
}
