import type { FastifyRequest } from 'fastify'

/** Returns one of this server's cookies; empty if absent. Our values need no decoding, so none is done. */
export function cookieOf({ headers }: FastifyRequest, wanted: string): string {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, ...value] = pair.trim().split('=')
    if (name === wanted) return value.join('=')
  }
  return ''
}
