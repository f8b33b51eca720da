import { call } from '../kernel/call.ts'
import { Done } from '../kernel/wire.ts'
import * as shape from './draft.schema.ts'

/** Drafts: unsaved form input of a member, visible to that member only. */

export const read = call({
  path: '/v2/appDraftService/read',
  summary: '我的草稿',
  may: 'member',
  request: shape.ReadDrafts,
  answer: shape.ReadDraftsAnswer,
  // Returns numbers unmasked, as a draft holds only numbers that the member typed.
  reveals: true,
})

export const save = call({
  path: '/v2/appDraftService/save',
  summary: '保存草稿',
  may: 'member',
  request: shape.SaveDraft,
  answer: Done,
  writes: true,
})

export const drop = call({
  path: '/v2/appDraftService/drop',
  summary: '放弃草稿',
  may: 'member',
  request: shape.DropDraft,
  answer: Done,
  writes: true,
})
