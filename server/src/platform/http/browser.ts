import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from './cookies.ts'

/**
 * A random mark in a cookie that recognises the browser of a sign-in, and the browser that returns from an outside sign-in service. It
 * grants no access, and the browser sends it to sign-in calls only.
 */

const cookieName = 'Showroom-Browser'
/** The longest lifetime that browsers allow. */
export const browserDays = 400

/** Returns the browser's mark; empty if there is none or its format is not ours. */
export function browserOf(request: FastifyRequest): string {
  const mark = cookieOf(request, cookieName)
  return /^[\w-]{43}$/.test(mark) ? mark : ''
}

export function markBrowser(request: FastifyRequest, reply: FastifyReply, mark: string): void {
  const parts = [
    `${cookieName}=${mark}`,
    'Path=/v2/appUserService',
    `Max-Age=${browserDays * 86_400}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(request.protocol === 'https' ? ['Secure'] : []),
  ]
  void reply.header('set-cookie', parts.join('; '))
}
