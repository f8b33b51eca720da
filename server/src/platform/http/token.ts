import type { FastifyRequest } from 'fastify'

/** Returns the session token of a request; empty if absent. */
export const tokenOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^Bearer /, '')
