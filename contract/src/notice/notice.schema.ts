import { z } from 'zod'
import { dealerId, halfFilled, idList, OptionalId, Seconds } from '../kernel/wire.ts'
import { noticeKind, pushGroups } from './notice.rules.ts'
import type { PushGroup } from './notice.rules.ts'

/** A member's own notices, newest first. A page holds those older than `before`. */
export const NoticeListQuery = z.object({
  dealerId,
  /** Id of the last notice shown; 0 for the first page. */
  before: OptionalId,
  pageCount: z.number().int().min(1).max(50).default(20),
})

export const Notice = z.object({
  id: z.number(),
  kind: z.literal(Object.values(noticeKind)),
  text: z.string(),
  /** The records that the notice opens; 0 for none. */
  customerId: z.number(),
  clueId: z.number(),
  orderId: z.number(),
  createdAt: Seconds,
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

export const NoticeListAnswer = z.object({
  data: z.array(Notice),
  /** Whether there are older notices. */
  hasMore: z.boolean(),
  unread: z.number(),
})

/** Most notices that one request marks by id. */
export const noticesAtOnce = 200

/** Marks the listed notices, or all up to the newest one shown. Notices that arrived later stay unread. */
export const ReadNotices = z
  .object({ dealerId, ids: idList(noticesAtOnce).default([]), upTo: OptionalId })
  .refine(({ ids, upTo }) => (Array.isArray(ids) && ids.length > 0) || Boolean(upTo), {
    path: ['ids'],
    message: '请选择消息',
    ...halfFilled,
  })

export const ReadNoticesAnswer = z.object({ unread: z.number() })

const PushGroups = z.array(z.enum(Object.keys(pushGroups) as [PushGroup, ...PushGroup[]], '消息类型不正确'))

/** The notice groups that a member also receives by WeCom. */
export const PushSettingAnswer = z.object({
  /** Whether WeCom is configured and the member's account is bound to it. */
  isBound: z.boolean(),
  groups: PushGroups,
})
export const SavePushSetting = z.object({ dealerId, groups: PushGroups.max(20) })
