import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { dealerId, Done } from '../kernel/wire.ts'
import * as device from './device.schema.ts'
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
})

export const pushSetting = call({
  path: '/v2/appNoticeService/pushSetting',
  summary: '我的消息提醒',
  may: 'member',
  request: z.object({ dealerId }),
  answer: shape.PushSettingAnswer,
  omits: omitted.own,
})

export const savePushSetting = call({
  path: '/v2/appNoticeService/savePushSetting',
  summary: '选择哪些消息同时发到企业微信和浏览器',
  may: 'member',
  request: shape.SavePushSetting,
  answer: Done,
  writes: true,
})

export const devices = call({
  path: '/v2/appNoticeService/devices',
  summary: '我接收消息的浏览器',
  may: 'member',
  request: z.object({ dealerId }),
  answer: device.DevicesAnswer,
  omits: omitted.own,
})

export const addDevice = call({
  path: '/v2/appNoticeService/addDevice',
  summary: '在浏览器接收消息，先发送测试',
  may: 'member',
  request: device.AddDevice,
  answer: device.AddDeviceAnswer,
  refusals: ['TOO_MANY'],
  writes: true,
})

export const confirmDevice = call({
  path: '/v2/appNoticeService/confirmDevice',
  summary: '确认浏览器收到测试',
  may: 'member',
  request: device.ConfirmDevice,
  answer: Done,
  writes: true,
})

export const testDevice = call({
  path: '/v2/appNoticeService/testDevice',
  summary: '向浏览器发送测试',
  may: 'member',
  request: device.OneDevice,
  answer: device.TestDeviceAnswer,
  refusals: ['TOO_MANY'],
  writes: true,
})

export const removeDevice = call({
  path: '/v2/appNoticeService/removeDevice',
  summary: '移除接收消息的浏览器',
  may: 'member',
  request: device.OneDevice,
  answer: Done,
  writes: true,
})

export const keepDevice = call({
  path: '/v2/appNoticeService/keepDevice',
  summary: '登录后继续在浏览器接收消息',
  may: 'member',
  request: device.KeepDevice,
  answer: device.KeepDeviceAnswer,
  writes: true,
})
