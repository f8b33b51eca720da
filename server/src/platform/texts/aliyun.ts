import { createHash, createHmac, randomUUID } from 'node:crypto'
import { dayText } from '@showroom/contract/kernel/day'
import { z } from 'zod'
import { secondsOf } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { askJson, OutsideError } from '../outside/ask.ts'
import type { Delivery } from './sms.ts'

/** Client for Aliyun SMS (阿里云短信服务), signed with ACS3-HMAC-SHA256. */

export interface AliyunSmsConfig {
  readonly accessKey: string
  readonly secretKey: string
  /** The approved signature of the texts: 【…】. */
  readonly signName: string
  /** Template code for verification codes, with the variable `code`. */
  readonly codeTemplate: string
  /** Template code for all other texts, with the variable `content`; without it they cannot be sent. */
  readonly textTemplate: string | undefined
  readonly endpoint: string
  /** Timeout per request; default 5 s. */
  readonly timeoutMs?: number
}

/** Aliyun's response: its code (`OK` if accepted) and its message id. */
export interface AliyunAnswer {
  readonly code: string
  readonly bizId: string
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Encodes by RFC 3986, which is stricter than `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )

/** Sends one message with a template. Throws `OutsideError` if Aliyun is unavailable. */
export async function sendByAliyun(
  config: AliyunSmsConfig,
  message: {
    readonly mobile: string
    readonly template: string
    readonly values: Readonly<Record<string, string>>
  },
  clock: Clock,
): Promise<AliyunAnswer> {
  const { code, answer } = await ask(config, clock(), 'SendSms', {
    PhoneNumbers: message.mobile,
    SignName: config.signName,
    TemplateCode: message.template,
    TemplateParam: JSON.stringify(message.values),
  })
  const { BizId: bizId } = answer
  return { code, bizId: typeof bizId === 'string' ? bizId : '' }
}

/** Returns the delivery state of a sent message; `waiting` while carriers have not reported. Throws `OutsideError` if the query fails. */
export async function deliveryAtAliyun(
  config: AliyunSmsConfig,
  sent: { readonly mobile: string; readonly bizId: string; readonly at: Date },
  clock: Clock,
): Promise<Delivery> {
  const { code, answer } = await ask(config, clock(), 'QuerySendDetails', {
    PhoneNumber: sent.mobile,
    BizId: sent.bizId,
    SendDate: dayText(secondsOf(sent.at)).replaceAll('-', ''),
    PageSize: '1',
    CurrentPage: '1',
  })
  if (code !== 'OK') throw new OutsideError(`Aliyun SMS refused QuerySendDetails with ${code}`)
  const [detail] = Details.parse(answer).SmsSendDetailDTOs.SmsSendDetailDTO
  const state = states[detail?.SendStatus ?? 1] ?? 'waiting'
  return state === 'waiting' ? { state } : { state, code: detail?.ErrCode ?? '' }
}

const states: Readonly<Record<number, Delivery['state']>> = { 2: 'failed', 3: 'delivered' }
/** A response of another shape counts as no report. */
const Details = z.object({
  SmsSendDetailDTOs: z
    .object({
      SmsSendDetailDTO: z.array(z.object({ SendStatus: z.number(), ErrCode: z.string().default('') })),
    })
    .catch({ SmsSendDetailDTO: [] }),
})

/** Whether Aliyun answers at all, even with a refusal. */
export const isAliyunUp = (config: AliyunSmsConfig, clock: Clock): Promise<boolean> =>
  ask(config, clock(), 'QuerySmsTemplate', { TemplateCode: config.codeTemplate }).then(
    ({ code }) => !isPassing(code),
    () => false,
  )

/** Whether the code is a temporary fault of Aliyun. */
export const isPassing = (code: string): boolean =>
  /^(?:isp\.|Throttling|ServiceUnavailable|InternalError)/.test(code)

/** Queries the template of codes and returns the result as a sentence. Sends no text. Throws `OutsideError`. */
export async function checkAliyun(config: AliyunSmsConfig, clock: Clock): Promise<string> {
  const { codeTemplate } = config
  const { code, answer } = await ask(config, clock(), 'QuerySmsTemplate', { TemplateCode: codeTemplate })
  if (code !== 'OK') throw new OutsideError(`Aliyun SMS refused with ${code}`)
  if (answer['TemplateStatus'] !== 1) throw new OutsideError(`${codeTemplate} is not approved`)
  return `${codeTemplate} is approved`
}

async function ask(
  config: AliyunSmsConfig,
  now: Date,
  action: string,
  params: Readonly<Record<string, string>>,
): Promise<{ readonly code: string; readonly answer: Readonly<Record<string, unknown>> }> {
  const query = Object.entries(params)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&')
  const answer = await askJson(`${config.endpoint}/?${query}`, {
    method: 'POST',
    headers: signedHeaders(config, action, query, now),
    timeoutMs: config.timeoutMs ?? 5_000,
    anyStatus: true,
  })
  const { Code: code } = answer
  if (typeof code !== 'string') throw new OutsideError('Aliyun SMS answered without a Code')
  return { code, answer }
}

function signedHeaders(
  config: AliyunSmsConfig,
  action: string,
  query: string,
  now: Date,
): Record<string, string> {
  const bodyHash = hashOf('')
  const headers: Record<string, string> = {
    host: new URL(config.endpoint).host,
    'x-acs-action': action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': `${now.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': '2017-05-25',
  }
  const names = Object.keys(headers)
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = ['POST', '/', query, lines, names.join(';'), bodyHash].join('\n')
  const signature = createHmac('sha256', config.secretKey)
    .update(`ACS3-HMAC-SHA256\n${hashOf(canonical)}`)
    .digest('hex')
  return {
    ...headers,
    accept: 'application/json',
    authorization: `ACS3-HMAC-SHA256 Credential=${config.accessKey},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}
