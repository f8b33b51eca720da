import type { Rights } from '../kernel/call.ts'
import { role } from '../access/access.rules.ts'

/** Events that endpoints can subscribe to, with their titles. */
export const webhookEvents = {
  'lead.created': '线索进入',
  'lead.assigned': '线索分配',
  'customer.created': '客户建档',
  'customer.ordered': '客户订车',
  'customer.defeated': '客户战败',
  'customer.merged': '客户合并',
  'order.submitted': '订单提交',
  'order.approved': '订单审核通过',
} as const
export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** Sent on request to one endpoint, whatever events it subscribes to. */
export const testEvent = 'webhook.test'
/** The title of an event. */
export const eventTitle = (type: string): string =>
  type === testEvent ? '测试' : type in webhookEvents ? webhookEvents[type as WebhookEvent] : type

/** Maximum number of endpoints of a store, and of a group. */
export const endpointMost = 10
/** Hours for which the previous secret keeps signing after a rotation. */
export const bothSecretsHours = 24
/** How long delivery is retried, and how long messages are kept. */
export const triedHours = 24
export const keptDays = 30
/** Maximum length of the stored part of a response. */
export const answerMost = 500

/** `off`: switched off by a member. `gone`: switched off because the receiver answered 410. */
export const endpointState = { off: 0, on: 1, gone: 2 } as const
export const messageState = { waiting: 0, delivered: 1, failed: 2 } as const

/** Delivery failures that have no HTTP status. */
export const failureTexts = {
  dns: '域名无法解析',
  private: '地址指向内网，未发送',
  timeout: '10秒内没有应答',
  refused: '连接被拒绝',
  reset: '连接被对方中断',
  tls: 'HTTPS证书无效',
  network: '网络不通',
  secret: '服务器密钥已更换，请重新生成签名密钥',
} as const
export type Failure = keyof typeof failureTexts

/** The result of a try for the log: 200, 302, 连接被拒绝. */
export function outcomeText({
  status,
  failure,
}: {
  readonly status: number
  readonly failure: string
}): string {
  if (failure in failureTexts) return failureTexts[failure as Failure]
  if (status >= 300 && status < 400) return `${status} 重定向，未跟随`
  return status === 410 ? '410 对方已停用该地址' : status > 0 ? String(status) : ''
}

/** Whether the member registers endpoints for all stores of the group. */
export const ofGroup = ({ role: of }: Pick<Rights, 'role'>): boolean => of === role.groupAdmin
