import { z } from 'zod'
import type { SsoConfig } from '../sso/sso.ts'
import type { PersonnelConfig } from '../personnel/personnel.ts'
import type { GrayConfig } from '../gray/gray.ts'
import type { AliyunSmsConfig } from '../texts/aliyun.ts'
import type { WebPushConfig } from '../webpush/webpush.ts'
import type { WecomConfig } from '../wecom/wecom.ts'

/** Environment variables for outside systems. */

/** All connections use TLS. Plain http is allowed only to this machine, for trials and local proxies. */
const ExactAddress = z
  .url({ protocol: /^https?$/ })
  .refine((url) => isSafe(url), 'must be https, or http to this machine itself')
export const Address = ExactAddress.transform((url) => url.replace(/(?<!\/)\/+$/, ''))

function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { protocol, hostname, username, password } = new URL(text)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return username === '' && password === '' && (protocol === 'https:' || isLocal)
}

const Origin = Address.refine(
  (url) => !URL.canParse(url) || new URL(url).origin === url,
  'must be an origin, without a path',
)

const commaList = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const SmsTemplate = z
  .string()
  .regex(/^SMS_\d+$/, 'must be as SMS_123456789')
  .optional()

export const outsideVariables = {
  /** Public address as in the browser's address bar, e.g. https://showroom.example.com. Outside sign-in services redirect to it. */
  PUBLIC_URL: Origin.optional(),
  /** WeCom: company, application and the application's secret. All three or none. */
  WECOM_CORP_ID: z.string().max(64).optional(),
  WECOM_AGENT_ID: z.string().regex(/^\d+$/, 'must be digits').optional(),
  WECOM_SECRET: z.string().optional(),
  WECOM_API_URL: Address.default('https://qyapi.weixin.qq.com'),
  WECOM_PAGE_URL: Address.default('https://login.work.weixin.qq.com/wwlogin/sso/login'),
  /** The page that identifies the member in whose WeCom client it is open. */
  WECOM_INSIDE_URL: Address.default('https://open.weixin.qq.com/connect/oauth2/authorize'),
  /** Token and EncodingAESKey by which WeCom sends events of contacts. Both or none. */
  WECOM_CALLBACK_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9]{1,32}$/, 'must be at most 32 letters and digits')
    .optional(),
  WECOM_CALLBACK_KEY: z
    .string()
    .regex(/^[A-Za-z0-9]{43}$/, 'must be 43 letters and digits')
    .optional(),
  /** Proves to WeCom whose the domain is: WW_verify_<this>.txt is served with it. */
  WECOM_VERIFY: z
    .string()
    .regex(/^[A-Za-z0-9]{1,64}$/, 'must be the letters and digits of WW_verify_….txt')
    .optional(),
  /** OpenID Connect: the issuer as its discovery document spells it, and this client's id there. */
  SSO_ISSUER: ExactAddress.optional(),
  SSO_CLIENT_ID: z.string().optional(),
  SSO_CLIENT_SECRET: z.string().optional(),
  /** Label of the button on the sign-in page. */
  SSO_NAME: z.string().max(20).default('单点登录'),
  /** 1: single sign-on is the only way in, except for the mobiles in SSO_BREAK_GLASS. */
  SSO_ONLY: z.enum(['0', '1']).default('0'),
  SSO_BREAK_GLASS: z
    .string()
    .transform(commaList)
    .pipe(z.array(z.string().regex(/^1[3-9]\d{9}$/, 'must be mobiles, separated by commas')))
    .prefault(''),
  /** Gray release: the service that knows, at sign-in, whether a dealer works on another site. */
  GRAY_URL: Address.optional(),
  GRAY_SECRET: z.string().min(16).optional(),
  /** The name by which the gray release service knows this installation's network. */
  GRAY_NET: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be ASCII')
    .default('dealer'),
  /** The sites that the service may redirect to. */
  GRAY_SITES: z.string().transform(commaList).pipe(z.array(Origin)).prefault(''),
  /** How new members are verified: against imported personnel data, the manufacturer's service, or not at all. */
  PERSONNEL: z.enum(['directory', 'service', 'none']).default('directory'),
  PERSONNEL_URL: Address.optional(),
  PERSONNEL_SECRET: z.string().min(16).optional(),
  /** 1: members receive notices in browsers, through the push services of their makers. */
  WEB_PUSH: z.enum(['0', '1']).default('0'),
  /** clamd as host:port. Scans uploads before a record may use them. */
  CLAMAV_ADDRESS: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'must be host:port')
    .transform((text) => ({ host: text.replace(/:\d+$/, ''), port: Number(text.split(':').at(-1)) }))
    .optional(),
  /** Aliyun SMS: account, approved signature and the template of codes. */
  SMS_ACCESS_KEY: z.string().optional(),
  SMS_SECRET_KEY: z.string().optional(),
  SMS_SIGN_NAME: z.string().max(30).optional(),
  /** Template with the variable `code`. */
  SMS_CODE_TEMPLATE: SmsTemplate,
  /** Template with the variable `content`, for texts to customers and members. */
  SMS_TEXT_TEMPLATE: SmsTemplate,
  SMS_ENDPOINT: Address.default('https://dysmsapi.aliyuncs.com'),
  /** A second account with its own signature and templates, used when the first one cannot send. */
  SMS2_ACCESS_KEY: z.string().optional(),
  SMS2_SECRET_KEY: z.string().optional(),
  SMS2_SIGN_NAME: z.string().max(30).optional(),
  SMS2_CODE_TEMPLATE: SmsTemplate,
  SMS2_TEXT_TEMPLATE: SmsTemplate,
  SMS2_ENDPOINT: Address.default('https://dysmsapi.aliyuncs.com'),
} as const

type Outside = z.output<z.ZodObject<typeof outsideVariables>>

export interface OutsideConfig {
  /** Public address of the product; empty if none is configured. */
  readonly publicUrl: string
  readonly wecom: WecomConfig | undefined
  readonly sso: SsoConfig | undefined
  readonly gray: GrayConfig | undefined
  readonly push: WebPushConfig | undefined
  /** Accounts for sending texts, in the order they are tried; empty if nothing can be sent. */
  readonly sms: readonly AliyunSmsConfig[]
  /** Undefined for the imported personnel data. */
  readonly personnel: PersonnelConfig | 'none' | undefined
}

/** Combines the variables per system. Calls `problem` with the name of a missing one. */
export function readOutside(given: Outside, problem: (text: string) => never): OutsideConfig {
  const needs = (why: string, names: readonly (keyof Outside)[]): void => {
    const missing = names.filter((name) => !given[name])
    if (missing.length > 0) problem(`${missing.join(', ')}: missing, ${why}`)
  }
  return {
    publicUrl: given.PUBLIC_URL ?? '',
    wecom: wecomOf(given, needs),
    sso: ssoOf(given, needs, problem),
    gray: grayOf(given, needs, problem),
    sms: [...smsOf(given, 'SMS', needs), ...smsOf(given, 'SMS2', needs)],
    personnel: personnelOf(given, needs),
    push: pushOf(given, needs),
  }
}

/** Reads one account from the variables with this prefix. */
function smsOf(given: Outside, prefix: 'SMS' | 'SMS2', needs: Needs): AliyunSmsConfig[] {
  const accessKey = given[`${prefix}_ACCESS_KEY`]
  const secretKey = given[`${prefix}_SECRET_KEY`]
  const signName = given[`${prefix}_SIGN_NAME`]
  const codeTemplate = given[`${prefix}_CODE_TEMPLATE`]
  const textTemplate = given[`${prefix}_TEXT_TEMPLATE`]
  if (!accessKey && !secretKey && !signName && !codeTemplate && !textTemplate) return []
  const names = ['ACCESS_KEY', 'SECRET_KEY', 'SIGN_NAME', 'CODE_TEMPLATE'] as const
  needs(
    'SMS needs it',
    names.map((name) => `${prefix}_${name}` as const),
  )
  return [
    {
      accessKey: accessKey ?? '',
      secretKey: secretKey ?? '',
      signName: signName ?? '',
      codeTemplate: codeTemplate ?? '',
      textTemplate,
      endpoint: given[`${prefix}_ENDPOINT`],
    },
  ]
}

type Needs = (why: string, names: readonly (keyof Outside)[]) => void

function wecomOf(given: Outside, needs: Needs): WecomConfig | undefined {
  const {
    WECOM_CORP_ID: corpId,
    WECOM_AGENT_ID: agentId,
    WECOM_SECRET: secret,
    PUBLIC_URL: publicUrl,
  } = given
  const { WECOM_CALLBACK_TOKEN: token, WECOM_CALLBACK_KEY: key, WECOM_VERIFY: verify } = given
  if (!corpId && !agentId && !secret && !token && !key && !verify) return undefined
  if (token || key) needs('the callback needs it', ['WECOM_CALLBACK_TOKEN', 'WECOM_CALLBACK_KEY'])
  needs('WeCom needs it', ['WECOM_CORP_ID', 'WECOM_AGENT_ID', 'WECOM_SECRET', 'PUBLIC_URL'])
  return {
    corpId: corpId ?? '',
    agentId: agentId ?? '',
    secret: secret ?? '',
    apiUrl: given.WECOM_API_URL,
    pageUrl: given.WECOM_PAGE_URL,
    insideUrl: given.WECOM_INSIDE_URL,
    callback: token && key ? { token, key } : undefined,
    verify,
    publicUrl: publicUrl ?? '',
  }
}

function ssoOf(given: Outside, needs: Needs, problem: (text: string) => never): SsoConfig | undefined {
  const { SSO_ISSUER: issuer, SSO_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = given
  const only = given.SSO_ONLY === '1'
  if (!issuer && !clientId && !given.SSO_CLIENT_SECRET) {
    if (only) problem('SSO_ONLY: there is no single sign-on, set SSO_ISSUER and SSO_CLIENT_ID')
    return undefined
  }
  needs('single sign-on needs it', ['SSO_ISSUER', 'SSO_CLIENT_ID', 'PUBLIC_URL'])
  if (only && given.SSO_BREAK_GLASS.length === 0)
    problem(
      'SSO_BREAK_GLASS: missing, SSO_ONLY=1 needs an account for times when the provider is unavailable',
    )
  return {
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    clientSecret: given.SSO_CLIENT_SECRET,
    publicUrl: publicUrl ?? '',
    name: given.SSO_NAME,
    only,
    breakGlass: given.SSO_BREAK_GLASS,
  }
}

function grayOf(given: Outside, needs: Needs, problem: (text: string) => never): GrayConfig | undefined {
  const { GRAY_URL: url, GRAY_SECRET: secret, GRAY_NET: net, GRAY_SITES: sites } = given
  if (!url && !secret && sites.length === 0) return undefined
  needs('gray release needs it', ['GRAY_URL', 'GRAY_SECRET'])
  if (sites.length === 0) problem('GRAY_SITES: missing, gray release needs it')
  return { url: url ?? '', secret: secret ?? '', net, sites }
}

function pushOf({ WEB_PUSH: isOn, PUBLIC_URL: subject = '' }: Outside, needs: Needs): OutsideConfig['push'] {
  if (isOn === '0') return undefined
  needs('Web Push needs it', ['PUBLIC_URL'])
  // The services want https, which a trial on this machine lacks.
  return { subject: subject.replace(/^http:/, 'https:') }
}

function personnelOf(given: Outside, needs: Needs): OutsideConfig['personnel'] {
  const { PERSONNEL: way, PERSONNEL_URL: url, PERSONNEL_SECRET: secret } = given
  if (way === 'none') return way
  if (way === 'directory') return undefined
  needs('PERSONNEL=service needs it', ['PERSONNEL_URL', 'PERSONNEL_SECRET'])
  return { url: url ?? '', secret: secret ?? '' }
}
