import { role, switchingRoles } from '../access/access.rules.ts'
import { call } from '../kernel/call.ts'
import * as shape from './dashboard.schema.ts'
import * as leading from './decisions.schema.ts'
import * as side from './stores.schema.ts'
import * as day from './today.schema.ts'

/** The first page: members who see the whole store get its numbers, others the numbers of their line (docs/product/dashboard.md). */

export const summary = call({
  path: '/v1/reportRpc/dashboardSummary',
  summary: '概览指标',
  may: 'member',
  request: shape.DashboardQuery,
  answer: shape.DashboardSummary,
  shows: ['customer', 'lead', 'team', 'setting'],
  withoutNetwork: 'seen',
})

export const dueTasks = call({
  path: '/v1/reportRpc/dashboardTasks',
  summary: '本月到期的跟进任务',
  may: { storeStaff: true, module: '客户管理' },
  request: shape.DueTasksQuery,
  answer: shape.DueTasks,
  shows: ['customer', 'team'],
  withoutNetwork: 'seen',
})

export const today = call({
  path: '/v1/reportRpc/dashboardToday',
  summary: '今天要做的工作',
  may: { storeStaff: true, module: '客户管理' },
  request: day.TodayQuery,
  answer: day.TodayAnswer,
  shows: ['customer', 'desk', 'appointment', 'lead', 'setting'],
  withoutNetwork: 'seen',
})

export const decisions = call({
  path: '/v1/reportRpc/dashboardDecisions',
  summary: '等待店长处理的工作',
  may: { flag: 'seesStore' },
  request: leading.DecisionsQuery,
  answer: leading.DecisionsAnswer,
  shows: ['customer', 'desk', 'appointment', 'lead', 'order', 'team', 'setting', 'attendance'],
  withoutNetwork: 'seen',
})

export const stores = call({
  path: '/v1/reportRpc/dashboardStores',
  summary: '门店对比',
  may: { roles: switchingRoles },
  refusals: ['TOO_MANY'],
  request: side.StoresQuery,
  answer: side.StoresAnswer,
  shows: ['customer', 'lead', 'order', 'desk', 'team', 'setting', 'target'],
})

export const trend = call({
  path: '/v1/reportRpc/dashboardTrend',
  summary: '概览趋势（近30天）',
  may: 'member',
  request: shape.DashboardQuery,
  answer: shape.DashboardTrend,
  shows: ['customer', 'order', 'desk'],
})

export const places = call({
  path: '/v1/reportRpc/dashboardCustomer',
  summary: '客户分布 TOP 10',
  may: 'member',
  request: shape.DashboardRangeQuery,
  answer: shape.DashboardPlaces,
  shows: ['customer'],
})

export const onlineSources = call({
  path: '/v1/reportRpc/dashboardOnlineSource',
  summary: '线上渠道分布',
  may: 'member',
  request: shape.DashboardRangeQuery,
  answer: shape.DashboardSources,
  shows: ['customer'],
})

export const storeSources = call({
  path: '/v1/reportRpc/dashboardStoreSource',
  summary: '线下客户来源',
  may: 'member',
  request: shape.DashboardRangeQuery,
  answer: shape.DashboardSources,
  shows: ['customer', 'setting'],
})

export const due = call({
  path: '/v1/reportRpc/dashboardDue',
  summary: '待办数量',
  may: 'member',
  request: shape.DashboardQuery,
  answer: shape.DashboardDue,
  shows: ['customer', 'lead', 'order', 'desk', 'setting', 'appointment'],
  withoutNetwork: 'seen',
})

export const team = call({
  path: '/v1/reportRpc/dashboardTeam',
  summary: '团队负荷',
  may: { storeStaff: true, flag: ['allowAssign', 'seesStore'] },
  request: shape.DashboardQuery,
  answer: shape.DashboardTeam,
  shows: ['customer', 'team'],
})

export const testDrives = call({
  path: '/v1/reportRpc/dashboardTestDrives',
  summary: '今日与后续试驾',
  may: { roles: [role.testDrive] },
  request: shape.DashboardQuery,
  answer: shape.DashboardTestDrives,
  shows: ['customer', 'team', 'appointment'],
})
