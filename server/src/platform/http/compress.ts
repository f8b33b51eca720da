import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const pack = promisify(gzip)

/** Characters from which a response is compressed: a page of a list stays below, base data is five times as long. */
const compressedFrom = 12_000

/** Compresses a long response for clients that accept it; the work runs outside of the main thread. */
export async function compressed(
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Buffer> {
  if (text.length < compressedFrom) return text
  void reply.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return text
  void reply.header('content-encoding', 'gzip')
  return pack(text, { level: 4 })
}
