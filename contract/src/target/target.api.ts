import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { readsTargets, setsTargets } from './target.rights.ts'
import * as shape from './target.schema.ts'

/** Monthly targets (/manager/target). */

export const period = call({
  path: '/v1/targetRpc/period',
  summary: '业绩目标与进度',
  may: readsTargets,
  request: shape.PeriodQuery,
  answer: shape.Period,
  refusals: ['TOO_MANY'],
  shows: ['target', 'customer', 'lead', 'order', 'desk', 'team', 'setting'],
})

export const save = call({
  path: '/v1/targetRpc/save',
  summary: '保存业绩目标',
  may: setsTargets,
  request: shape.SaveTargets,
  answer: z.object({ changed: z.number() }),
  refusals: ['CONFLICT', 'MEMBER_UNAVAILABLE'],
  writes: true,
  mostBytes: 1024 * 1024,
})

export const history = call({
  path: '/v1/targetRpc/history',
  summary: '一项目标的修改记录',
  may: readsTargets,
  request: shape.HistoryQuery,
  answer: shape.History,
  refusals: ['NOT_FOUND'],
  shows: ['target', 'team'],
})

/** The month's targets as a workbook, which is the template of the import too. */
export const sheet = call({
  path: '/v1/targetRpc/sheet',
  summary: '导出业绩目标（导入模板）',
  may: setsTargets,
  request: shape.SheetQuery,
  answer: z.object({ filePath: z.string() }),
  leaves: 'the workbook and its row in the export log',
  omits: omitted.once,
})

/** Reads a workbook into the grid; `save` stores it. */
export const readSheet = call({
  path: '/v1/targetRpc/readSheet',
  summary: '读取业绩目标的工作簿',
  may: { ...setsTargets, changes: true },
  request: shape.ReadSheet,
  answer: shape.ReadSheetAnswer,
  refusals: ['UPLOAD_REFUSED', 'TOO_MANY'],
  omits: omitted.once,
})
