import { plannedAt } from '@showroom/contract/kernel/dates'
import { dayText } from '@showroom/contract/kernel/day'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLimits } from '../../platform/limits/limits.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RoomDeps } from '../../platform/room.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import { act, listChoice, viewLink } from './link.service.ts'
import type { CustomerAct, LinkState } from './link.service.ts'
import { appointmentPage, storePage, textPage } from './page.ts'
import type { AppointmentPage, Note } from './page.ts'
import { findStore, openToken } from './link.repository.ts'
import type { Token } from './token.ts'

/**
 * The page of a customer's appointment, `/a/<token>`: no session, no script. Reading changes nothing, so that link previews of phones and
 * carriers are harmless.
 */

/** Requests of one address sent to a customer. */
const uses = { most: 60, windowSeconds: 600 }

const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

const ended: Readonly<Record<Exclude<LinkState, 'open'>, string>> = {
  late: '预约时间已过。如需再次预约，请联系门店。',
  come: '您已到店，如需调整预约，请直接联系门店。',
  over: '这次预约已结束。新的预约请以最近的短信为准，或联系门店。',
  cancelled: '这次预约已取消。如需再次预约，请联系门店。',
  withdrawn: '这个链接已失效。如需调整预约，请联系门店。',
}
const unknown = '链接不正确或已失效，请核对短信中的链接，或联系门店。'

const badInput = '提交的内容有误，请重试'

const doneTexts = {
  confirm: '已确认，期待您光临。',
  move: '预约时间已修改，门店会收到通知。',
  cancel: '',
} as const

type Deps = Pick<RoomDeps, 'db' | 'clock'>

export function serveLinks(http: FastifyInstance, deps: Deps): void {
  const limits = createLimits(deps.db, deps.clock)
  http.lostPages.set('/a/', (reply) => void send(reply, 404, textPage('链接无效', unknown)))
  void http.register((scope, _options, done) => {
    readForms(scope)
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof Refusal)) return http.errorHandler(error as never, request, reply)
      const seconds = error.details.retryAfter
      if (seconds !== undefined) void reply.header('retry-after', String(seconds))
      return send(reply, 429, textPage('请稍后再试', '操作过于频繁，请几分钟后再打开链接。'))
    })
    answerByPage(scope)
    // Some programs add a slash.
    for (const url of ['/a/:token', '/a/:token/']) {
      scope.get(url, (request, reply) => read(request, reply))
      scope.post(url, (request, reply) => press(request, reply))
    }
    done()
  })

  async function read(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = await tokenOf(request)
    const query = request.query as Readonly<Record<string, unknown>>
    return answer(reply, token, { day: secondsOfDay(query['day']), isCancel: query['cancel'] === '1' })
  }

  async function press(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token, isKnown } = await tokenOf(request)
    if (!token || !isKnown) return answer(reply, token)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const chosen = actOf(form)
    if (!chosen) return answer(reply, token, { note: { text: badInput, isBad: true } }, 400)
    const now = deps.clock()
    try {
      await transact(deps.db, (db) => {
        const by = { db, scope: mintJobScope(token.dealerId, 0), memberName: '客户', now }
        return act(by, token, { seen: Number(form.get('of')), ip: request.ip, act: chosen })
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return answer(reply, token, { note: { text: textOf(error), isBad: true } }, 409)
    }
    return answer(reply, token, { note: { text: doneTexts[chosen.what], isBad: false } })
  }

  /** Returns the request's token, undefined for a malformed one. An unknown one counts as a guess. */
  async function tokenOf(request: FastifyRequest): Promise<{ token: Token | undefined; isKnown: boolean }> {
    // Phones take a stop or the text behind the address for a part of it.
    const [text = ''] = /^[\w-]*/.exec((request.params as { token: string }).token) ?? []
    const token = await openToken(deps.db, text)
    const isKnown = token !== undefined && (await viewLink(deps.db, token, deps.clock())) !== undefined
    if (isKnown) await limits.spend(`appointment-link:${token.hash.toString('hex')}`, uses)
    else await limits.wrong('link', request.ip)
    return { token, isKnown }
  }

  async function answer(
    reply: FastifyReply,
    token: Token | undefined,
    { note, day = 0, isCancel = false }: { note?: Note; day?: number; isCancel?: boolean } = {},
    status = 200,
  ): Promise<FastifyReply> {
    const now = deps.clock()
    const view = token && (await viewLink(deps.db, token, now))
    if (!view || !token) return send(reply, 404, await endedPage(deps.db, token, unknown))
    if (view.state !== 'open' || !view.appointment) {
      const state = view.state === 'open' ? 'cancelled' : view.state
      return send(reply, state === 'cancelled' ? 200 : 410, await endedPage(deps.db, token, ended[state]))
    }
    const { activityId, appointment, isMovable } = view
    const opened: AppointmentPage['opened'] = isCancel
      ? 'cancel'
      : day && isMovable
        ? { choice: await listChoice(deps.db, token, { activityId, appointment }, { day, now }) }
        : undefined
    const page = { path: `/a/${token.text}`, activityId, appointment, isMovable, opened }
    return send(reply, status, appointmentPage({ ...page, ...(note?.text && { note }) }))
  }
}

/** A link that no longer works, or never did, still leads to its store. */
async function endedPage(db: Executor, token: Token | undefined, text: string): Promise<string> {
  const store = token && (await findStore(db, token))
  return store ? storePage(store, text) : textPage('链接无效', text)
}

const readForms = (scope: FastifyInstance): void =>
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 2_048 },
    (_request, body, next) => next(null, new URLSearchParams(String(body))),
  )

/** Turns the JSON of faults and refused input into a page for persons. */
function answerByPage(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, payload, next) => {
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return next(null, payload)
    const isFault = reply.statusCode >= 500
    void reply.headers(headers).type('text/html; charset=utf-8').removeHeader('content-length')
    next(null, isFault ? textPage('暂时无法打开', '请稍后再打开链接。') : textPage('请重试', `${badInput}。`))
  })
}

const send = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html)

const textOf = ({ details, message }: Refusal): string => details.fields?.[0]?.text ?? message

/** Epoch seconds of `2026-11-28`; 0 for anything else. */
function secondsOfDay(value: unknown): number {
  const seconds = typeof value === 'string' ? Date.parse(`${value}T00:00:00+08:00`) / 1000 : Number.NaN
  return Number.isInteger(seconds) && dayText(seconds) === value ? seconds : 0
}

const At = plannedAt('')

function actOf(form: URLSearchParams): CustomerAct | undefined {
  const what = form.get('do')
  if (what === 'confirm' || what === 'cancel') return { what }
  const { data: startsAt } = At.safeParse(Number(form.get('at')))
  return what === 'move' && startsAt !== undefined ? { what, startsAt } : undefined
}
