import { mayCall } from '@showroom/contract/kernel/call'
import type { May } from '@showroom/contract/kernel/call'
import { errors } from '@showroom/contract/kernel/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { SessionGate } from '../session/gate.ts'
import type { Session } from '../session/session.ts'
import { dealerOfKey, keyPattern, signatureMatches, signWith, xlsxType } from './files.ts'
import { cookieOf } from '../http/cookies.ts'
import type { FileStore } from './files.ts'

/** Files made for one member. They are served by the server and need that member's session while the link is valid. */
export interface Downloads {
  link(file: PrivateFile, now: Date): string
}

export interface PrivateFile {
  readonly key: string
  readonly memberId: number
  /** File name suggested to the browser. */
  readonly fileName: string
  /** Rights of the call that created the link. A member who lost them cannot download the file. */
  readonly may: May
}

const host = '/download'
/** Hours a link is valid. */
const downloadHours = 24
/** The cookie in which the web client keeps the session. The browser opens links itself and sends no header. */
const cookieName = 'Dealer-User-Token'

export const createDownloads = (secret: string): Downloads => ({
  link(file, now) {
    const expires = String(Math.floor(now.getTime() / 1000) + downloadHours * 3600)
    const may = JSON.stringify(file.may)
    const query = new URLSearchParams({
      member: String(file.memberId),
      name: file.fileName,
      expires,
      may,
      signature: sign(secret, file.key, String(file.memberId), file.fileName, expires, may),
    })
    return `${host}/${file.key}?${query.toString()}`
  },
})

const textOf = (...parts: readonly string[]): string => ['download', ...parts].join('\n')
const sign = (secret: string, ...parts: readonly string[]): string => signWith(secret, textOf(...parts))

interface DownloadDeps {
  readonly files: FileStore
  readonly gate: SessionGate
  readonly secret: string
  readonly clock: Clock
}

export function serveDownloads(http: FastifyInstance, { files, gate, secret, clock }: DownloadDeps): void {
  http.get(`${host}/*`, async (request, reply) => {
    const key = (request.params as { '*': string })['*']
    const query = request.query as Readonly<Record<string, unknown>>
    const [member = '', name = '', expires = '', may = ''] = ['member', 'name', 'expires', 'may'].map(
      (field) => String(query[field]),
    )
    const signed = textOf(key, member, name, expires, may)
    if (!keyPattern.test(key) || !signatureMatches(secret, signed, String(query['signature'])))
      return refuse(reply, 403, '下载链接无效')
    if (Number(expires) * 1000 <= clock().getTime()) return refuse(reply, 403, '下载链接已过期，请重新导出')
    const token = tokenOf(request)
    const session = await gate.open(token)
    if (!session) return refuse(reply, 401, '登录过期')
    if (session.dealerId !== dealerOfKey(key) || session.memberId !== Number(member))
      return refuse(reply, 403, '该文件仅限导出人本人下载')
    const isTheirs = (one: Session): boolean => mayCall(JSON.parse(may) as May, one)
    if (!isTheirs(session)) return refuse(reply, 403, errors.FORBIDDEN.text)
    const stream = await files.read(key)
    if (!stream) return refuse(reply, 404, '文件不存在')
    const cut = (): void => void reply.raw.destroy()
    const watch = gate.watch(token, session, {
      sure: (now) => isTheirs(now) || cut(),
      over: cut,
    })
    reply.raw.once('close', () => watch.stop())
    watch.check()
    return reply
      .type(xlsxType)
      .header('cache-control', 'private, no-store')
      .header(
        'content-disposition',
        `attachment; filename="download.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
      )
      .send(stream)
  })
}

const refuse = (reply: FastifyReply, status: number, detail: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').send({ status: '-1', code: status, detail })

/** Reads the token from the header, as calls send it, or from the cookie. */
const tokenOf = (request: FastifyRequest): string =>
  request.headers.authorization?.replace(/^Bearer /, '') || cookieOf(request, cookieName)
