import { leadTab, worksLeads } from '@showroom/contract/lead/lead.rules'
import type { ClueListQuery } from '@showroom/contract/lead/list.schema'
import { measures } from '@showroom/contract/report/measures'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import type { z } from 'zod'
import { exportableList, timeText } from '../../platform/export/export.ts'
import { wording } from '../../platform/export/export.words.ts'
import type { ExportColumn, ExportDeps } from '../../platform/export/export.ts'
import type { Context } from '../../platform/http/handler.ts'
import type { Cell } from '../../platform/xlsx/xlsx.ts'
import { listForExport, listLeads } from './list.repository.ts'
import type { ExportRow, Reader } from './list.repository.ts'

const statuses: Readonly<Record<number, string>> = {
  1: '待清洗',
  2: '已完成',
  3: '已关闭',
  4: '无效',
  5: '待分配',
  12: '未接通',
}
const results = ['', '有效', '无效', '未接通']
const answers = ['', '是', '否', '空']

/** Whole minutes of working time; empty while there is none. */
const minutesOf = (seconds: number): Cell => (seconds < 0 ? '' : Math.round(seconds / 60))

const columns: readonly ExportColumn<ExportRow>[] = [
  { heading: '创建时间', width: 18, of: (row) => timeText(row.createdDate) },
  { heading: '客户姓名', width: 14, of: (row) => row.name },
  {
    heading: '手机号',
    width: 14,
    of: ({ phone, lacksMobile }) => (lacksMobile ? `无手机号，备用${phone}` : phone),
  },
  { heading: '线索状态', width: 10, of: (row) => statuses[row.status] ?? '' },
  { heading: '清洗结果', width: 10, of: (row) => results[row.clearStatus] ?? '' },
  { heading: '无效理由', width: 16, of: (row) => row.invalidReason },
  { heading: '客户经理', width: 12, of: (row) => row.ownerName },
  { heading: '网络来源', width: 14, of: (row) => row.sourceName },
  { heading: '意向车系', width: 16, of: (row) => row.seriesName },
  { heading: '线索级别', width: 10, of: (row) => (row.clueLevel === 1 ? '一级' : '二级') },
  { heading: '异地购车', width: 10, of: (row) => answers[row.isRemote] ?? '' },
  { heading: '重复线索', width: 10, of: (row) => (row.isRepeat ? '是' : '否') },
  { heading: '备注', width: 24, of: (row) => row.remark },
  { heading: '分配时间', width: 18, of: (row) => timeText(row.assignedDate) },
  { heading: '清洗时长（分钟）', width: 16, of: (row) => minutesOf(row.clearSeconds) },
  { heading: '跟进时长（分钟）', width: 16, of: (row) => minutesOf(row.followSeconds) },
]

type Query = z.output<typeof ClueListQuery>

/** Scope of the reader. The tab of leads that wait for assignment is hidden without online assignment. */
export const readerOf = ({ session, now }: Context, { activityType }: Query): Reader => ({
  worksAll: worksLeads(session),
  isHidden: activityType === leadTab.unassigned && !session.flags.allowOnlineAssign,
  now,
})

/** Names of the filters on the page. */
const words = {
  activityType: wording.choice('线索状态', {
    1: '待清洗',
    2: '待分配',
    3: '有效',
    4: '无效',
    5: '未接通',
  }),
  key: wording.text('关键词'),
  createdDate: wording.days('创建时间'),
  onlineSources: wording.codes('网络来源', 'onlineSources'),
  userIds: wording.members('客户经理'),
  clueLevel: wording.choice('线索级别', { 1: '一级', 2: '二级' }),
  isRemote: wording.choice('异地购车', { 1: '是', 2: '否', 3: '空' }),
  counted: wording.choice(
    '统计项',
    Object.fromEntries(leadMeasures.map((name, at) => [at + 1, measures[name].label])),
  ),
  isOverdue: wording.choice('清洗时限', { 1: '已超时' }),
}

/** The lead list and its export. */
export const exportableLeads = (deps: ExportDeps) =>
  exportableList(deps, {
    name: '线索列表',
    columns,
    words,
    page: (context, query: Query) =>
      listLeads(context.db, context.session.scope, readerOf(context, query), query),
    rows: (context, query, limit) =>
      listForExport(context.db, context.session.scope, readerOf(context, query), query, limit),
  })
