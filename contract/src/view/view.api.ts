import { call, omitted } from '../kernel/call.ts'
import { Done } from '../kernel/wire.ts'
import * as shape from './view.schema.ts'

/** Views of lists: named filters, and each list's columns and page size. */

export const mine = call({
  path: '/v2/appViewService/mine',
  summary: '我的列表视图与列设置',
  may: 'member',
  request: shape.GetViews,
  answer: shape.GetViewsAnswer,
  omits: omitted.own,
  withoutNetwork: 'base',
})

export const save = call({
  path: '/v2/appViewService/save',
  summary: '保存列表视图',
  may: 'member',
  request: shape.SaveView,
  answer: shape.SaveViewAnswer,
  refusals: ['NOT_FOUND', 'FORBIDDEN', 'VIEWS_TOO_MANY'],
  writes: true,
})

export const remove = call({
  path: '/v2/appViewService/remove',
  summary: '删除列表视图',
  may: 'member',
  request: shape.RemoveView,
  answer: shape.RemoveViewAnswer,
  refusals: ['NOT_FOUND'],
  writes: true,
})

export const setList = call({
  path: '/v2/appViewService/setList',
  summary: '保存列设置、每页条数与固定的视图',
  may: 'member',
  request: shape.SetList,
  answer: Done,
  writes: true,
})
