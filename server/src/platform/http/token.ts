import type { FastifyRequest } from 'fastify'

/** The session's token of a request; empty when it has none. */
export const tokenOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^Bearer /, '')
