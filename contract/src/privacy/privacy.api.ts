import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { Done, Empty } from '../kernel/wire.ts'
import * as shape from './privacy.schema.ts'

/** Personal data of customers (/manager/privacy): requests of persons, for the store's two heads. */

const may = { roles: [1, 2] } as const

export const list = call({
  path: '/v1/privacyRpc/list',
  summary: '个人信息查询与删除记录',
  may,
  request: Empty,
  answer: shape.PersonListAnswer,
  shows: ['privacy', 'customer', 'team'],
})

export const ask = call({
  path: '/v1/privacyRpc/ask',
  summary: '查找一个号码的全部个人信息',
  may,
  request: shape.AskPerson,
  answer: z.object({ id: z.number() }),
  refusals: ['TOO_MANY'],
  writes: true,
  whenClosed: true,
})

export const erase = call({
  path: '/v1/privacyRpc/erase',
  summary: '删除找到的个人信息',
  may,
  request: shape.ErasePerson,
  answer: Done,
  refusals: ['NOT_FOUND', 'STALE'],
  writes: true,
  whenClosed: true,
})

export const copy = call({
  path: '/v1/privacyRpc/copy',
  summary: '导出找到的个人信息副本',
  may,
  request: shape.PersonId,
  answer: z.object({ filePath: z.string() }),
  refusals: ['NOT_FOUND', 'STALE', 'EXPORT_TOO_MANY'],
  leaves: 'the workbook and its row in the export log',
  omits: omitted.once,
})
