import { call } from '../kernel/call.ts'
import * as shape from './wall.schema.ts'

/** The dealer's big screen (/report/bigScreen). */

const common = {
  may: { admin: true },
  shows: ['lead', 'customer', 'order', 'desk'],
} as const

/** Common fields of queries that return ranks; each of them records that the ranks were viewed. */
const ranked = {
  ...common,
  shows: [...common.shows, 'setting'],
  leaves: 'that somebody looks: the city’s ranks are kept fresh while somebody does',
} as const

export const bigScreenSummary = call({
  ...ranked,
  path: '/v2/v2DealerReportRpc/bigScreenSummary',
  summary: '大屏：线索总量、线上、线下',
  request: shape.WallSummaryQuery,
  answer: shape.WallSummary,
})

export const bigScreenClueSource = call({
  ...ranked,
  path: '/v2/v2DealerReportRpc/bigScreenClueSource',
  summary: '大屏：线索构成及渠道健康度',
  request: shape.WallQuery,
  answer: shape.WallSources,
})

export const bigScreenClueState = call({
  ...ranked,
  path: '/v2/v2DealerReportRpc/bigScreenClueState',
  summary: '大屏：关键业务节点',
  request: shape.WallQuery,
  answer: shape.WallStates,
})

export const bigScreenClueChart = call({
  ...common,
  path: '/v2/v2DealerReportRpc/bigScreenClueChart',
  summary: '大屏：线索流转漏斗',
  request: shape.WallQuery,
  answer: shape.WallFunnel,
})
