import { timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { keyedHash } from '../config/seal.ts'

/**
 * Shows the doctor how requests arrive behind the proxy: their addresses, large bodies, streams. Only requests signed with the server's
 * secret are answered, others as an unknown path.
 */

export const probePath = '/probe'

/** A request of the probe as the server received it. */
export interface Arrived {
  /** The address that limits and audit use. */
  readonly address: string
  /** The connection's address, then those of X-Forwarded-For from the last to the first. */
  readonly hops: readonly string[]
  readonly bytes: number
}

const header = 'x-showroom-probe'
/** Validity of a signature, which also bridges clocks that differ. */
const validMs = 5 * 60_000
/** Time between the two events of a probed stream. */
export const streamMs = 1_000

/** Returns the headers of a signed request. */
export const probeHeaders = (secret: string, now: Date): Record<string, string> => ({
  [header]: `${now.getTime()}.${keyedHash(secret, String(now.getTime()), 'probe').toString('base64url')}`,
})

/** Whether a request is signed with this secret, and lately. */
export type IsProbe = (request: FastifyRequest) => boolean

export const createIsProbe =
  (secret: string, clock: Clock): IsProbe =>
  ({ headers }) => {
    const given = headers[header]
    if (typeof given !== 'string') return false
    const [at = '', hash = ''] = given.split('.')
    if (!(Math.abs(clock().getTime() - Number(at)) < validMs)) return false
    const [right, sent] = [keyedHash(secret, at, 'probe'), Buffer.from(hash, 'base64url')]
    return right.length === sent.length && timingSafeEqual(right, sent)
  }

/** Writes two events to the open response of a stream, with `streamMs` between them. */
export async function sendProbeEvents(response: ServerResponse): Promise<void> {
  response.write(':\n\n')
  await sleep(streamMs)
  response.end(':\n\n')
}

async function receive({ ip, socket, headers, body }: FastifyRequest): Promise<Arrived> {
  let bytes = 0
  for await (const part of body as Readable) bytes += (part as Buffer).length
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const hops = [socket.remoteAddress ?? '', ...forwarded.toReversed()].map((hop) => hop.trim())
  return { address: ip, hops: hops.filter((hop) => hop !== ''), bytes }
}

export function serveProbe(app: FastifyInstance, isProbe: IsProbe): void {
  void app.register((scope, _options, done) => {
    scope.addHook('onRequest', (request, reply, next) => {
      if (isProbe(request)) next()
      else reply.callNotFound()
    })
    scope.addContentTypeParser('application/octet-stream', (_request, body, next) => next(null, body))
    scope.post(probePath, async (request, reply) => reply.send(await receive(request)))
    done()
  })
}
