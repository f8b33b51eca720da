import { call } from '../kernel/call.ts'
import { Done } from '../kernel/wire.ts'
import * as shape from './draft.schema.ts'

/** What a member has typed into forms and not saved yet: the own input, for nobody else. */

export const read = call({
  path: '/v2/appDraftService/read',
  summary: '我的草稿',
  may: 'member',
  request: shape.ReadDrafts,
  answer: shape.ReadDraftsAnswer,
  // Numbers that the member typed come back as they were typed; no draft holds one that was not.
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
