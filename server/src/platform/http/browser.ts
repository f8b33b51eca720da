import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from './cookies.ts'

/**
 * The random mark that a sign-in leaves in its browser, to know it again; a way over an outside service leaves one to know who comes back.
 * It opens nothing, and only the sign-in calls get to see it.
 */

const cookieName = 'Showroom-Browser'
/** As long as browsers keep any. */
export const browserDays = 400

/** Empty where there is none, or something that we never set. */
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
