import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AliyunSmsConfig } from '../../src/platform/texts/aliyun.ts'

/** A fake Aliyun SMS service: rejects every request whose signature does not match the received bytes. */
export interface FakeAliyun {
  readonly config: AliyunSmsConfig
  readonly sent: readonly { readonly mobile: string; readonly template: string; readonly values: object }[]
  /** Received delivery queries. */
  readonly requests: readonly { readonly mobile: string; readonly receipt: string; readonly day: string }[]
  /** Sets the carrier's report for texts to a mobile: `DELIVERED` or a reason; an empty code means none yet. */
  report(mobile: string, code: string): void
  /** Answers the next requests with these error codes or faults. */
  misbehave(...ways: string[]): void
  close(): Promise<void>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function isSigned(request: IncomingMessage, secretKey: string): boolean {
  const { authorization = '' } = request.headers
  const [, key, names = '', signature] =
    /^ACS3-HMAC-SHA256 Credential=(\w+),SignedHeaders=([\w;-]+),Signature=([\da-f]{64})$/.exec(
      authorization,
    ) ?? []
  const list = names.split(';')
  if (key !== 'AK1' || list.toSorted((a, b) => (a < b ? -1 : 1)).join(';') !== names) return false
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const headers = list.map((name) => `${name}:${String(request.headers[name])}\n`).join('')
  const canonical = [request.method, path, query, headers, names, sha256('')].join('\n')
  const text = `ACS3-HMAC-SHA256\n${sha256(canonical)}`
  return createHmac('sha256', secretKey).update(text).digest('hex') === signature
}

export async function startFakeAliyun(over: Partial<AliyunSmsConfig> = {}): Promise<FakeAliyun> {
  const sent: FakeAliyun['sent'][number][] = []
  const requests: FakeAliyun['requests'][number][] = []
  const reports = new Map<string, string>()
  let ways: string[] = []
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://aliyun').searchParams
    const answer = (Code: string, more = {}): void => {
      response.statusCode = Code === 'OK' || Code.startsWith('isv.') ? 200 : 400
      response.end(JSON.stringify({ Code, Message: Code, RequestId: 'A-B-C', ...more }))
    }
    if (!isSigned(request, 'the secret')) return answer('SignatureDoesNotMatch')
    const way = ways.shift()
    if (way === 'html') return void response.end('<html></html>')
    if (way === 'gone') return void request.socket.destroy()
    if (way === 'silence') return undefined
    if (way === 'huge') return void response.end(`{"Code":"${'x'.repeat(10 * 1024 * 1024)}"}`)
    if (way !== undefined) return answer(way)
    if (request.headers['x-acs-action'] === 'QuerySmsTemplate') return answer('OK', { TemplateStatus: 1 })
    if (request.headers['x-acs-action'] === 'QuerySendDetails') return sendReceipt(query, answer)
    sent.push({
      mobile: query.get('PhoneNumbers') ?? '',
      template: query.get('TemplateCode') ?? '',
      values: JSON.parse(query.get('TemplateParam') ?? '{}') as object,
    })
    return answer('OK', { BizId: `${sent.length}^0` })
  })
  function sendReceipt(query: URLSearchParams, answer: (code: string, more: object) => void): void {
    const mobile = query.get('PhoneNumber') ?? ''
    requests.push({ mobile, receipt: query.get('BizId') ?? '', day: query.get('SendDate') ?? '' })
    const code = reports.get(mobile) ?? ''
    const SendStatus = code === '' ? 1 : code === 'DELIVERED' ? 3 : 2
    answer('OK', {
      SmsSendDetailDTOs: { SmsSendDetailDTO: [{ PhoneNum: mobile, SendStatus, ErrCode: code }] },
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    config: {
      accessKey: 'AK1',
      secretKey: 'the secret',
      signName: '展厅（测试）*',
      codeTemplate: 'SMS_1',
      textTemplate: 'SMS_2',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...over,
    },
    sent,
    requests,
    report: (mobile, code) => void reports.set(mobile, code),
    misbehave(...next) {
      ways = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
