import type { FastifyRequest } from 'fastify'

/** A cookie of ours, as it stands; empty where there is none. Ours need no decoding: one that does is none of ours. */
export function cookieOf({ headers }: FastifyRequest, wanted: string): string {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, ...value] = pair.trim().split('=')
    if (name === wanted) return value.join('=')
  }
  return ''
}
