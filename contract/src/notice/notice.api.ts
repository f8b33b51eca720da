import { call } from '../kernel/call.ts'
import * as shape from './notice.schema.ts'

/** What the product tells one member. */

export const list = call({
  path: '/v2/appNoticeService/list',
  summary: '我的消息',
  may: 'member',
  request: shape.NoticeListQuery,
  answer: shape.NoticeListAnswer,
  shows: ['notice'],
})

export const read = call({
  path: '/v2/appNoticeService/read',
  summary: '消息标为已读',
  may: 'member',
  request: shape.ReadNotices,
  answer: shape.ReadNoticesAnswer,
  writes: true,
})
