import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { Done, Empty } from '../kernel/wire.ts'
import * as shape from './sms.schema.ts'

/** Text message templates (/manager/smstemplate) and sending a message from a customer's page. */

const manager = { module: '企业管理' } as const
const writer = { module: '客户管理', storeStaff: true } as const

export const list = call({
  path: '/v1/dealerSmsTemplateRpc/list',
  summary: '短信模板',
  may: { module: ['企业管理', '客户管理'] },
  request: Empty,
  answer: z.object({ data: z.array(shape.SmsTemplate) }),
  shows: ['sms'],
})

export const add = call({
  path: '/v1/dealerSmsTemplateRpc/add',
  summary: '新增短信模板',
  may: manager,
  request: shape.AddTemplate,
  answer: z.object({ id: z.number() }),
  refusals: ['TEMPLATES_TOO_MANY'],
  writes: true,
})

export const update = call({
  path: '/v1/dealerSmsTemplateRpc/update',
  summary: '编辑短信模板',
  may: manager,
  request: shape.UpdateTemplate,
  answer: Done,
  refusals: ['NOT_FOUND'],
  writes: true,
})

export const remove = call({
  path: '/v1/dealerSmsTemplateRpc/delete',
  summary: '删除短信模板',
  may: manager,
  request: shape.DeleteTemplate,
  answer: Done,
  refusals: ['NOT_FOUND'],
  writes: true,
})

export const preview = call({
  path: '/v1/dealerSmsRpc/preview',
  summary: '预览短信（号码脱敏）',
  may: { module: ['企业管理', '客户管理'] },
  request: shape.PreviewSms,
  answer: shape.SmsPreview,
  refusals: ['NOT_FOUND'],
  omits: omitted.opened,
})

export const send = call({
  path: '/v1/dealerSmsRpc/send',
  summary: '给客户发送短信',
  may: writer,
  request: shape.SendSms,
  answer: Done,
  refusals: [
    'NOT_FOUND',
    'SMS_NO_MOBILE',
    'SMS_DECLINED',
    'SMS_QUIET',
    'SMS_CUSTOMER_LIMIT',
    'SMS_UNAVAILABLE',
    'BLOCKED',
  ],
  writes: true,
})
