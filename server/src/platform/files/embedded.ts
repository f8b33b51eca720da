import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import {
  dealerOfKey,
  endingOf,
  fileKinds,
  isLinkedKey,
  linkSeconds,
  policySeconds,
  signatureMatches,
  signWith,
  startsAs,
  uploadKey,
} from './files.ts'
import type { FileStore } from './files.ts'

const host = '/files'
const accessKeyId = 'embedded'

interface Policy {
  readonly expiration: string
  readonly key: string
  readonly maxBytes: number
}

/** Files under a folder, by the same policy and signature fields as a bucket. */
export function createEmbeddedFiles(folder: string, secret: string): FileStore {
  const link = (key: string, now: Date): string => {
    const expires = Math.floor(now.getTime() / 1000) + linkSeconds
    const signature = signWith(secret, `${key}\n${String(expires)}`)
    return `${host}/${key}?expires=${expires}&signature=${signature}`
  }
  const fileOf = (key: string): string => path.join(folder, key)
  const exists = async (key: string): Promise<boolean> =>
    (await stat(fileOf(key)).catch(() => undefined))?.isFile() ?? false
  return {
    uploadParams(dealerId, fileName, now) {
      const ending = endingOf(fileName)
      const kind = fileKinds[ending]
      if (!kind) return Promise.resolve(undefined)
      const key = uploadKey(kind, dealerId, ending)
      const expiration = new Date(now.getTime() + policySeconds * 1000).toISOString()
      const body: Policy = { expiration, key, maxBytes: kind.maxBytes }
      const policy = Buffer.from(JSON.stringify(body)).toString('base64')
      const signature = signWith(secret, policy)
      const fields = { key, policy, OSSAccessKeyId: accessKeyId, signature }
      return Promise.resolve({
        policy,
        signature,
        host,
        accessKeyId,
        key,
        maxBytes: kind.maxBytes,
        fields,
      })
    },
    link,
    refresh(dealerId, urlOrKey, now) {
      const key = urlOrKey.replace(/^\/files\//, '').replace(/\?.*$/, '')
      return isLinkedKey(key) && dealerOfKey(key) === dealerId ? link(key, now) : undefined
    },
    has: async (dealerId, key) => dealerOfKey(key) === dealerId && exists(key),
    write: (key, bytes) => store(fileOf(key), bytes),
    read: async (key) => ((await exists(key)) ? createReadStream(fileOf(key)) : undefined),
    remove: (key) => rm(fileOf(key), { force: true }),
  }
}

/** The form post and the signed reads of the embedded store. */
export async function serveEmbeddedFiles(
  app: FastifyInstance,
  folder: string,
  secret: string,
  clock: Clock,
): Promise<void> {
  await app.register(async (scope) => {
    // Answers ranges, without which a player can neither seek nor tell a recording's length.
    await scope.register(fastifyStatic, { root: path.resolve(folder), serve: false })
    await scope.register(multipart, {
      limits: { fileSize: 20 * 1024 * 1024, files: 1, fields: 10, fieldSize: 4096 },
    })
    scope.post(host, async (request, reply) => {
      // What is no form at all throws here; it is refused like a form without a file.
      const part = await request.file().catch(() => undefined)
      if (!part) return refuse(reply, 400, '请选择文件')
      const policy = readPolicy(secret, part, clock())
      if (!policy) return refuse(reply, 403, '上传授权无效或已过期')
      const problem = await take(folder, part, policy)
      return problem ? refuse(reply, 400, problem) : reply.code(204).send()
    })
    scope.get(`${host}/*`, async (request, reply) => {
      const key = (request.params as { '*': string })['*']
      const { expires = '', signature = '' } = request.query as Record<string, string | string[]>
      const live = Number(expires) * 1000 > clock().getTime()
      if (
        !isLinkedKey(key) ||
        !live ||
        !signatureMatches(secret, `${key}\n${String(expires)}`, String(signature))
      )
        return refuse(reply, 403, '链接无效或已过期')
      if (!(await stat(path.join(folder, key)).catch(() => undefined)))
        return refuse(reply, 404, '文件不存在')
      const mediaType = fileKinds[endingOf(key)]?.mediaType ?? 'application/octet-stream'
      return reply
        .type(mediaType)
        .header('cache-control', 'private, max-age=600')
        .sendFile(key, { cacheControl: false })
    })
  })
}

const refuse = (reply: FastifyReply, status: number, detail: string): FastifyReply =>
  reply.code(status).send({ status: '-1', code: status, detail })

function readPolicy(secret: string, part: MultipartFile, now: Date): Policy | undefined {
  const field = (name: string): string => {
    const found = part.fields[name]
    return found && !Array.isArray(found) && found.type === 'field' ? String(found.value) : ''
  }
  const text = field('policy')
  if (!signatureMatches(secret, text, field('signature'))) return undefined
  const policy = JSON.parse(Buffer.from(text, 'base64').toString()) as Policy
  return policy.key === field('key') && new Date(policy.expiration) > now ? policy : undefined
}

/** Stores what was posted, or tells what is wrong with it. */
async function take(folder: string, part: MultipartFile, policy: Policy): Promise<string | undefined> {
  const kind = fileKinds[endingOf(policy.key)]
  if (!kind) return '不支持的文件类型'
  const bytes = await part.toBuffer().catch(() => undefined)
  if (!bytes || bytes.length > policy.maxBytes) return kind.tooLarge
  if (!startsAs(kind, bytes)) return kind.wrongContent
  await store(path.join(folder, policy.key), bytes)
  return undefined
}

/** Writes beside the target and renames, so that a half-written file never has the key. */
async function store(target: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true })
  const partial = `${target}.${randomUUID()}.part`
  const file = await open(partial, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, target)
}
