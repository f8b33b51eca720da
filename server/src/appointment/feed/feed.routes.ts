import { hash } from 'node:crypto'
import { openFeed } from '@showroom/contract/appointment/appointment.api'
import { addDays } from '@showroom/contract/kernel/day'
import type { FastifyInstance } from 'fastify'
import { secondsOf } from '../../platform/clock.ts'
import { createLimits } from '../../platform/limits/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RoomDeps } from '../../platform/room.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import { calendarOf } from './calendar.ts'
import { findFeedOwner, listEvents } from './feed.repository.ts'
import { openToken } from '../link/link.repository.ts'

/** The calendar of a member by a secret address, `/ics/<token>.ics`, for the calendar of a phone. It ends with the member's right to it. */

const uses = { most: 60, windowSeconds: 600 }
const days = { before: 7, after: 60 }

export function serveFeeds(
  http: FastifyInstance,
  {
    db,
    clock,
    behalf,
    publicUrl,
  }: Pick<RoomDeps, 'db' | 'clock' | 'behalf'> & { readonly publicUrl: string },
): void {
  const limits = createLimits(db, clock)
  const host = publicUrl === '' ? 'showroom' : new URL(publicUrl).hostname
  http.get('/ics/:file', async (request, reply) => {
    void reply.headers({
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    const plain = (status: number, text: string) =>
      reply.code(status).type('text/plain; charset=utf-8').send(text)
    try {
      const token = await openToken(db, (request.params as { file: string }).file.replace(/\.ics$/, ''))
      const memberId = token && (await findFeedOwner(db, token))
      const isOver =
        !token ||
        !memberId ||
        (await behalf.lost({ dealerId: token.dealerId, memberId }, openFeed)) !== undefined
      if (isOver) {
        await limits.wrong('calendar', request.ip)
        return plain(404, '订阅地址不正确或已停用')
      }
      await limits.spend(`calendar:${token.hash.toString('hex')}`, uses)
      const now = secondsOf(clock())
      const span = {
        from: new Date(addDays(now, -days.before) * 1000),
        until: new Date(addDays(now, days.after + 1) * 1000),
      }
      const events = await listEvents(db, mintJobScope(token.dealerId, 0), { memberId, ...span })
      const body = calendarOf(events, host)
      const etag = `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
      void reply.header('etag', etag)
      if (request.headers['if-none-match']?.split(/,\s*/).some((one) => one.replace(/^W\//, '') === etag))
        return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      void reply.header('retry-after', String(error.details.retryAfter ?? 60))
      return plain(429, '请求过于频繁，请稍后再试')
    }
  })
}
