import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import { placeOnce, replace, store, sweepPartial } from './disk.ts'
import {
  contentText,
  contentToKeep,
  dealerOfKey,
  endingOf,
  fileFolders,
  isLinkedKey,
  keyPattern,
  kindOf,
  kindOfKey,
  linkSeconds,
  policySeconds,
  signatureMatches,
  signWith,
  uploadKey,
} from './files.ts'
import type { FileKeep } from './files.ts'
import { idleLimitMs, piecesOf, Stalled } from './stalled.ts'

const host = '/files'
const accessKeyId = 'embedded'

/** The text that a link's signature covers. */
const linkText = (key: string, expires: string, saveAs: string): string =>
  [key, expires, ...(saveAs ? [saveAs] : [])].join('\n')

interface Policy {
  readonly expiration: string
  readonly key: string
  readonly maxBytes: number
}

/** Stores files in a folder, with the same policy and signature fields as a bucket. */
export function createEmbeddedFiles(folder: string, secret: string): FileKeep {
  const link = (key: string, now: Date, saveAs = '', seconds = linkSeconds): string => {
    const expires = Math.floor(now.getTime() / 1000) + seconds
    const signature = signWith(secret, linkText(key, String(expires), saveAs))
    const name = saveAs && `&name=${encodeURIComponent(saveAs)}`
    return `${host}/${key}?expires=${expires}${name}&signature=${signature}`
  }
  const fileOf = (key: string): string => path.join(folder, key)
  const exists = async (key: string): Promise<boolean> =>
    (await stat(fileOf(key)).catch(() => undefined))?.isFile() ?? false
  return {
    uploadParams(by, fileName, now, shared) {
      const ending = endingOf(fileName)
      const kind = kindOf(fileName, shared !== undefined)
      if (!kind) return Promise.resolve(undefined)
      const key = uploadKey(kind, by, ending)
      const expiration = new Date(now.getTime() + policySeconds * 1000).toISOString()
      const maxBytes = shared?.maxBytes ?? kind.maxBytes
      const body: Policy = { expiration, key, maxBytes }
      const policy = Buffer.from(JSON.stringify(body)).toString('base64')
      const signature = signWith(secret, policy)
      const fields = { key, policy, OSSAccessKeyId: accessKeyId, signature }
      return Promise.resolve({
        policy,
        signature,
        host,
        accessKeyId,
        key,
        maxBytes,
        fields,
      })
    },
    link,
    refresh(dealerId, urlOrKey, now) {
      const key = urlOrKey.replace(/^\/files\//, '').replace(/\?.*/s, '')
      return isLinkedKey(key) && dealerOfKey(key) === dealerId ? link(key, now) : undefined
    },
    size: async (key) => (await stat(fileOf(key)).catch(() => undefined))?.size,
    async stamp(key) {
      const stats = await stat(fileOf(key)).catch(() => undefined)
      return stats && `${stats.ino}-${stats.size}-${stats.mtimeMs}`
    },
    has: async (dealerId, key) => dealerOfKey(key) === dealerId && exists(key),
    async write(key, bytes) {
      await store(fileOf(key), bytes, replace)
    },
    read: async (key) => ((await exists(key)) ? createReadStream(fileOf(key)) : undefined),
    remove: (key) => rm(fileOf(key), { force: true }),
    async *list(dealerId) {
      for (const of of fileFolders)
        for (const name of await readdir(fileOf(`${of}/${dealerId}`)).catch(() => []))
          if (keyPattern.test(`${of}/${dealerId}/${name}`)) yield `${of}/${dealerId}/${name}`
    },
  }
}

/** Bytes of uploads that a process buffers at most; an upload ticket may be posted any number of times. Fits six of the largest files. */
const usuallyHeld = 120 * 1024 * 1024
const sweepMs = 3_600_000

/** Serves the upload form and the signed reads of the embedded store. */
export async function serveEmbeddedFiles(
  app: FastifyInstance,
  folder: string,
  secret: string,
  clock: Clock,
  { mostHeld = usuallyHeld, idleMs = idleLimitMs } = {},
): Promise<void> {
  const memory: Memory = { free: mostHeld, idleMs }
  await sweepPartial(folder, clock())
  const sweep = setInterval(() => void sweepPartial(folder, clock()), sweepMs)
  sweep.unref()
  app.addHook('onClose', () => Promise.resolve(clearInterval(sweep)))
  await app.register(async (scope) => {
    // Supports range requests, which players need to seek and to show a recording's length.
    await scope.register(fastifyStatic, { root: path.resolve(folder), serve: false })
    await scope.register(multipart, {
      limits: { fileSize: 20 * 1024 * 1024, files: 1, fields: 10, fieldSize: 4096 },
    })
    scope.post(host, async (request, reply) => {
      // Throws for a body that is not a form; refused like a form without a file.
      const part = await request.file().catch(() => undefined)
      if (!part) return refuse(reply, 400, '请选择文件')
      const policy = readPolicy(secret, part, clock())
      if (!policy) return refuse(reply, ...noLeave)
      const refusal = await take(folder, part, policy, memory)
      // Do not wait for the rest of a stalled form.
      if (refusal === stalled) void reply.header('connection', 'close')
      return refusal ? refuse(reply, ...refusal) : reply.code(204).send()
    })
    scope.get(`${host}/*`, async (request, reply) => {
      const key = (request.params as { '*': string })['*']
      const { expires = '', signature = '', name = '' } = request.query as Record<string, string | string[]>
      const left = Math.floor(Number(expires) - clock().getTime() / 1000)
      if (
        !isLinkedKey(key) ||
        !(left > 0) ||
        !signatureMatches(secret, linkText(key, String(expires), String(name)), String(signature))
      )
        return refuse(reply, 403, '链接无效或已过期')
      if (!(await stat(path.join(folder, key)).catch(() => undefined)))
        return refuse(reply, 404, '文件不存在')
      if (name)
        void reply.header(
          'content-disposition',
          `attachment; filename*=UTF-8''${encodeURIComponent(String(name))}`,
        )
      const mediaType = kindOfKey(key)?.mediaType ?? 'application/octet-stream'
      return reply
        .type(mediaType)
        .header('cache-control', `private, max-age=${Math.min(600, left)}`)
        .sendFile(key, { cacheControl: false })
    })
  })
}

const noLeave = [403, '上传授权无效或已过期'] as const
const busy = [503, '同时上传的文件较多，请稍后重试'] as const
const stalled = [408, '上传已中断，请重新上传'] as const

const refuse = (reply: FastifyReply, status: number, detail: string): FastifyReply =>
  reply.code(status).send({ status: '-1', code: status, detail })

function readPolicy(secret: string, part: MultipartFile, now: Date): Policy | undefined {
  const field = (name: string): string => {
    const fieldPart = part.fields[name]
    return fieldPart && !Array.isArray(fieldPart) && fieldPart.type === 'field' ? String(fieldPart.value) : ''
  }
  const text = field('policy')
  if (!signatureMatches(secret, text, field('signature'))) return undefined
  const policy = JSON.parse(Buffer.from(text, 'base64').toString()) as Policy
  return policy.key === field('key') && new Date(policy.expiration) > now ? policy : undefined
}

type Refused = readonly [status: number, text: string]

/** Buffer space left for uploads. */
interface Memory {
  free: number
  /** An upload that sends nothing for this long is dropped and frees its buffers. */
  readonly idleMs: number
}

/**
 * Stores the posted file, or returns the status and text of the refusal. An upload ticket is valid for one file: a retry with the same
 * content succeeds, another file is refused.
 */
async function take(
  folder: string,
  part: MultipartFile,
  policy: Policy,
  memory: Memory,
): Promise<Refused | undefined> {
  const kind = kindOfKey(policy.key)
  if (!kind) return [400, '不支持的文件类型']
  const tooLarge: Refused = [400, kind.tooLarge]
  const held: Buffer[] = []
  try {
    const problem = await readInto(held, part, { most: policy.maxBytes, tooLarge, memory }).catch(
      (error: unknown) => (error instanceof Stalled ? stalled : tooLarge),
    )
    if (problem) return problem
    const sent = Buffer.concat(held)
    const bytes = contentToKeep(kind, sent)
    if (!bytes) return [400, contentText(kind, sent)]
    const target = path.join(folder, policy.key)
    const isNew = await store(target, bytes, placeOnce)
    return isNew || (await readFile(target)).equals(bytes) ? undefined : noLeave
  } finally {
    memory.free += lengthOf(held)
  }
}

const lengthOf = (held: readonly Buffer[]): number => held.reduce((sum, { length }) => sum + length, 0)

/** Reads the whole form. After a problem it discards the rest, because the client reads the response only after sending everything. */
async function readInto(
  held: Buffer[],
  { file }: MultipartFile,
  { most, tooLarge, memory }: { readonly most: number; readonly tooLarge: Refused; readonly memory: Memory },
): Promise<Refused | undefined> {
  let left = most
  let problem: Refused | undefined
  for await (const chunk of piecesOf(file, memory.idleMs)) {
    if (chunk.length > left) problem ??= tooLarge
    if (chunk.length > memory.free) problem ??= busy
    if (problem) continue
    left -= chunk.length
    memory.free -= chunk.length
    held.push(chunk)
  }
  return file.truncated ? tooLarge : problem
}
