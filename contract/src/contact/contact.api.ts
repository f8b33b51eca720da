import { readsCustomers, worksOnCustomers } from '../customer/customer.rights.ts'
import { call, omitted } from '../kernel/call.ts'
import { Done } from '../kernel/wire.ts'
import * as shape from './contact.schema.ts'

/** Contacts of WeCom beside a chat (docs/product/contact.md). */

export const sign = call({
  path: '/v1/contactRpc/sign',
  summary: '企业微信页面签名',
  may: readsCustomers,
  request: shape.SignPage,
  answer: shape.SignPageAnswer,
  refusals: ['WECOM_AWAY', 'TOO_MANY'],
  leaves: 'the tickets of WeCom, until they expire',
  omits: omitted.once,
})

export const read = call({
  path: '/v1/contactRpc/read',
  summary: '从企业微信读取联系人',
  may: readsCustomers,
  request: shape.ContactKey,
  answer: Done,
  refusals: ['WECOM_AWAY', 'CONTACT_UNBOUND', 'NOT_FOUND', 'TOO_MANY'],
  writes: true,
})

export const get = call({
  path: '/v1/contactRpc/get',
  summary: '企业微信联系人及其客户档案',
  may: readsCustomers,
  request: shape.ContactKey,
  answer: shape.ContactAnswer,
  refusals: ['CONTACT_UNBOUND', 'NOT_FOUND'],
  shows: ['contact', 'customer', 'team'],
})

export const bind = call({
  path: '/v1/contactRpc/bind',
  summary: '绑定企业微信联系人与客户',
  may: worksOnCustomers,
  request: shape.ContactAndCustomer,
  answer: Done,
  refusals: ['CONTACT_UNBOUND', 'NOT_FOUND', 'STALE', 'CUSTOMER_STATE'],
  writes: true,
})

export const unbind = call({
  path: '/v1/contactRpc/unbind',
  summary: '解除企业微信联系人与客户的绑定',
  may: worksOnCustomers,
  request: shape.ContactAndCustomer,
  answer: Done,
  refusals: ['CONTACT_UNBOUND', 'NOT_FOUND', 'STALE', 'CUSTOMER_STATE'],
  writes: true,
})
