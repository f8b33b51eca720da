import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { dealerId, Done } from '../kernel/wire.ts'
import * as shape from './notice.schema.ts'

/** Notices to a member. */

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
  whenClosed: true,
})

export const pushSetting = call({
  path: '/v2/appNoticeService/pushSetting',
  summary: '我的企业微信消息',
  may: 'member',
  request: z.object({ dealerId }),
  answer: shape.PushSettingAnswer,
  omits: omitted.own,
})

export const savePushSetting = call({
  path: '/v2/appNoticeService/savePushSetting',
  summary: '选择哪些消息同时发到企业微信',
  may: 'member',
  request: shape.SavePushSetting,
  answer: Done,
  writes: true,
  whenClosed: true,
})
