import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { Done, Empty } from '../kernel/wire.ts'
import { managesEndpoints } from './webhook.rights.ts'
import * as shape from './webhook.schema.ts'

/** Webhook endpoints of other systems (/manager/webhooks), and the delivery log of their events. */

const changing = { may: managesEndpoints, writes: true } as const

export const list = call({
  path: '/v2/appWebhookService/list',
  summary: '事件推送地址',
  may: managesEndpoints,
  request: Empty,
  answer: z.object({ data: z.array(shape.Endpoint) }),
  shows: ['webhook'],
})

export const add = call({
  path: '/v2/appWebhookService/add',
  summary: '新增事件推送地址',
  request: shape.AddEndpoint,
  answer: shape.Secret,
  refusals: ['WEBHOOK_EXISTS', 'WEBHOOKS_TOO_MANY'],
  secret: true,
  ...changing,
})

export const update = call({
  path: '/v2/appWebhookService/update',
  summary: '修改事件推送地址',
  request: shape.UpdateEndpoint,
  answer: Done,
  refusals: ['NOT_FOUND', 'WEBHOOK_EXISTS'],
  ...changing,
})

export const switchTo = call({
  path: '/v2/appWebhookService/switch',
  summary: '停用或启用事件推送',
  request: shape.SwitchEndpoint,
  answer: Done,
  refusals: ['NOT_FOUND'],
  ...changing,
})

export const rotate = call({
  path: '/v2/appWebhookService/rotate',
  summary: '更换签名密钥',
  request: shape.NamedEndpoint,
  answer: shape.Secret,
  refusals: ['NOT_FOUND'],
  secret: true,
  ...changing,
})

export const remove = call({
  path: '/v2/appWebhookService/delete',
  summary: '删除事件推送地址',
  request: shape.NamedEndpoint,
  answer: Done,
  refusals: ['NOT_FOUND'],
  ...changing,
})

export const test = call({
  path: '/v2/appWebhookService/test',
  summary: '发送测试事件',
  request: shape.NamedEndpoint,
  answer: z.object({ messageId: z.number() }),
  refusals: ['NOT_FOUND', 'WEBHOOK_OFF', 'TOO_MANY'],
  ...changing,
})

export const log = call({
  path: '/v2/appWebhookService/log',
  summary: '推送记录',
  may: managesEndpoints,
  request: shape.Log,
  answer: z.object({ data: z.array(shape.Message), total: z.number() }),
  refusals: ['NOT_FOUND'],
  omits: omitted.opened,
})

export const attempts = call({
  path: '/v2/appWebhookService/attempts',
  summary: '一次推送的内容与每次尝试',
  may: managesEndpoints,
  request: shape.NamedMessage,
  answer: shape.Attempts,
  refusals: ['NOT_FOUND'],
  omits: omitted.opened,
})

export const replay = call({
  path: '/v2/appWebhookService/replay',
  summary: '重发一次推送',
  request: shape.NamedMessage,
  answer: Done,
  refusals: ['NOT_FOUND', 'STALE', 'WEBHOOK_OFF'],
  ...changing,
})

export const replayFailed = call({
  path: '/v2/appWebhookService/replayFailed',
  summary: '重发全部失败的推送',
  request: shape.ReplayFailed,
  answer: z.object({ total: z.number() }),
  refusals: ['NOT_FOUND', 'WEBHOOK_OFF'],
  ...changing,
})
