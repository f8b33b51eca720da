import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { releaseHeader } from '@showroom/contract/kernel/release'
import Fastify from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DatabaseFault, DatabaseHealth } from '../db/fault.ts'
import { isDiskFull } from '../files/disk.ts'
import { summaryOf, withLogFields } from '../observe/log.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { release } from '../config/release.ts'
import { openSpan } from '../observe/trace.ts'
import type { OpenSpan } from '../observe/trace.ts'
import type { Drain } from './drain.ts'
import { securityHeaders } from './headers.ts'
import { decodeBody, NotUtf8 } from './utf8.ts'

export interface HttpDeps {
  readonly log: Logger
  readonly metrics: Metrics
  readonly health: Pick<DatabaseHealth, 'note'>
  readonly drain: Drain
  readonly trustProxy: number
  /** Further origins that browsers may post forms to and load images from: the bucket, if files are stored in one. */
  readonly fileOrigins: readonly string[]
}

/**
 * Creates the bare server: request ids, security headers, one access log line per request, and the responses for unknown paths and
 * errors.
 */
export async function createHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const headers = { ...securityHeaders(deps.fileOrigins), [releaseHeader]: release }
  const app = Fastify({
    logger: false,
    trustProxy: deps.trustProxy > 0 ? (_address, hop) => hop < deps.trustProxy : false,
    requestIdHeader: false,
    genReqId: ({ headers: sent }) => (deps.trustProxy > 0 ? sentId(sent) : undefined) ?? randomUUID(),
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // The router rejects these before any hook runs.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id)
      const path = request.raw.url ?? ''
      const lost = [...app.lostPages].find(([prefix]) => path.startsWith(prefix))
      if (lost) lost[1](reply)
      else fail(deps, error, request, reply)
    },
    clientErrorHandler: (error, socket) => refuseNoHttp(error, socket, headers),
  })
  app.decorate('lostPages', new Map())
  // These hooks are synchronous and use callbacks. An async hook would create a promise for every request.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id)
    request.span = spanOf(deps, request)
    const encoding = request.headers['content-encoding']
    if (encoding && encoding.toLowerCase() !== 'identity')
      void reply.code(415).send(plain(415, encodedText(encoding)))
    else done()
  })
  app.addHook('preHandler', (request, reply, done) => {
    // A pooled connection opened by this work outlives it, and logs without its ids.
    let running: FastifyRequest | undefined = request
    reply.raw.once('close', () => (running = undefined))
    const go = (): void => withLogFields(() => (running ? idsOf(running) : {}), done)
    if (request.span) request.span.within(go)
    else go()
  })
  app.addHook('preClose', async () => deps.drain.start())
  // Clients keep connections open. Without this header, those of the last responses would delay the shutdown.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (deps.drain.isOn()) void reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    observe(deps, request, reply)
    endSpan(request, reply)
    done()
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      void parseJson(request, decodeBody(body), done)
    } catch (error) {
      done(error as Error)
    }
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(plain(404, '接口不存在')))
  app.setErrorHandler((error: FastifyError, request, reply) => fail(deps, error, request, reply))
  return app
}

/** The proxy's request id. Only these two forms are taken, because no personal number can hide in them and the log does not mask them. */
const sentId = ({ 'x-request-id': id }: IncomingMessage['headers']): string | undefined =>
  typeof id === 'string' && /^(?:(?=\d*[a-f])[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.test(id)
    ? id
    : undefined

/** Probes and scrapes: traces of them would only be noise. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

/** Opens the span of a request, by its route's pattern. A trace is continued only for a proxy, as the request id is. */
function spanOf({ trustProxy }: HttpDeps, request: FastifyRequest): OpenSpan | undefined {
  const { url, config } = request.routeOptions
  if (url === undefined || url.startsWith('/*') || config.isStream || untraced.has(url)) return undefined
  const { traceparent } = request.headers
  return openSpan({
    name: `${request.method} ${url}`,
    kind: 'server',
    isRoot: true,
    parent: trustProxy > 0 && typeof traceparent === 'string' ? traceparent : undefined,
    attributes: {
      'http.request.method': request.method,
      'http.route': url,
      'showroom.request_id': request.id,
    },
  })
}

function endSpan({ span, session, refusal }: FastifyRequest, { statusCode }: FastifyReply): void {
  span?.end(
    {
      'http.response.status_code': statusCode,
      ...(refusal && { 'showroom.refusal': refusal }),
      ...(session && { 'showroom.dealer_id': session.dealerId, 'showroom.member_id': session.memberId }),
    },
    statusCode >= 500 ? { name: String(statusCode) } : undefined,
  )
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Pages for persons instead of the JSON refusal, by the prefix of an address that the router cannot read. */
    lostPages: Map<string, (reply: FastifyReply) => void>
  }
  interface FastifyRequest {
    span?: OpenSpan | undefined
  }
}

/** Fields by which the log lines of a request are found. */
const idsOf = ({ id, session }: FastifyRequest) => ({
  requestId: id,
  ...(session && { dealerId: session.dealerId, memberId: session.memberId }),
})

/** Compressed bodies are refused, because a small one may unpack to any size. */
const encodedText = (encoding: string): string =>
  `不支持${encoding.slice(0, 40)}压缩的请求内容，请不压缩直接提交`

const plain = (code: number, detail: string) => ({ status: '-1', code, detail })

function observe(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply): void {
  const path = request.routeOptions.url ?? 'unknown'
  const ms = reply.elapsedTime
  if (!request.routeOptions.config.isStream)
    deps.metrics.observeRequest(path, reply.statusCode, request.refusal ?? '', ms / 1000)
  if (path === 'unknown' || path.startsWith('/*')) return
  deps.log.info({
    ...idsOf(request),
    path,
    status: reply.statusCode,
    ...(request.refusal && { refused: request.refusal }),
    ms: Math.round(ms * 10) / 10,
  })
}

/** Input that Node could not parse as HTTP has neither request nor reply, so the response is written by hand. */
function refuseNoHttp(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const body = JSON.stringify(plain(400, '请求格式不正确'))
  const lines = Object.entries({
    ...headers,
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'))
}

const faultTexts: Readonly<Record<DatabaseFault, string>> = {
  away: '数据库暂不可用，请稍后重试',
  'read-only': '系统暂时只能查看，不能保存，请稍后重试',
  full: '数据库存储空间不足，暂时不能保存，请联系管理员',
  busy: '系统繁忙，请稍后重试',
  denied: '数据库权限不足，请联系管理员',
}

/** Sends an error response. No stack trace, SQL or library text ever reaches a client. */
function fail(
  deps: HttpDeps,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error.statusCode ?? 500
  if (status === 413) return reply.code(413).send(plain(413, '提交的内容过大'))
  if (status >= 400 && status < 500)
    return reply.code(status).send(plain(400, error instanceof NotUtf8 ? error.message : '请求格式不正确'))
  const fault = deps.health.note(error)
  if (fault) {
    deps.log.error({ ...idsOf(request), error: summaryOf(error) }, `database ${fault}`)
    // Without this header pages do not repeat the call.
    if (fault !== 'denied') void reply.header('retry-after', '2')
    return reply.code(503).send(plain(503, faultTexts[fault]))
  }
  if (isDiskFull(error)) {
    deps.log.error({ ...idsOf(request), error: summaryOf(error) }, 'disk full')
    return reply.code(507).send(plain(507, '存储空间不足，请联系管理员'))
  }
  deps.log.error({ ...idsOf(request), path: request.routeOptions.url, err: error }, 'request failed')
  return reply.code(500).send(plain(500, '系统错误，请联系管理员！'))
}
