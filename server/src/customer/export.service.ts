import type { CustomerListQuery } from '@showroom/contract/customer/list.schema'
import { dayText } from '@showroom/contract/kernel/day'
import { exportMaxRows } from '@showroom/contract/kernel/wire'
import type { z } from 'zod'
import { exportRows, timeText } from '../platform/export.ts'
import type { Export, ExportDeps } from '../platform/export.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { Context } from '../platform/http/handler.ts'
import { lookUpKey } from '../platform/number-search.ts'
import { Refusal } from '../platform/refusal.ts'
import type { ListPages } from './deep.ts'
import { listForExport } from './list.repository.ts'
import type { ExportRow } from './list.repository.ts'

const exportName = '客户列表'

const columns: Export<ExportRow>['columns'] = [
  { heading: '客户姓名', width: 14, of: (row) => row.name },
  { heading: '手机号', width: 14, of: (row) => row.mobile },
  { heading: '性别', width: 8, of: (row) => (row.gender === 1 ? '男' : row.gender === 2 ? '女' : '') },
  { heading: '客户经理', width: 12, of: (row) => row.ownerName },
  { heading: '级别', width: 8, of: (row) => row.level },
  { heading: '客户状态', width: 10, of: (row) => statuses[row.status] ?? '' },
  { heading: '意向车系', width: 24, of: (row) => row.specName },
  { heading: '客户来源', width: 12, of: (row) => row.sourceName },
  { heading: '业务类型', width: 10, of: (row) => row.businessName },
  { heading: '购车地区', width: 24, of: (row) => row.buyRegion },
  { heading: '标签', width: 20, of: (row) => row.tag },
  { heading: '创建时间', width: 18, of: (row) => timeText(row.createdDate) },
  { heading: '最近跟进', width: 18, of: (row) => timeText(row.updatedDate) },
  { heading: '下次跟进', width: 12, of: (row) => (row.nextFollowDate ? dayText(row.nextFollowDate) : '') },
  { heading: '订车日期', width: 12, of: (row) => (row.orderDate ? dayText(row.orderDate) : '') },
  { heading: '交车日期', width: 12, of: (row) => (row.deliverDate ? dayText(row.deliverDate) : '') },
]
const statuses = ['', '未到店', '已到店', '已订车', '已成交', '已战败', '已休眠']

/** The list; or, asked for as a file, the link of a workbook of all its rows: admins only, logged, and at most 2,000. */
export async function listOrExport(
  context: Context,
  deps: ExportDeps & { readonly pages: ListPages },
  query: z.output<typeof CustomerListQuery>,
) {
  const { db, session } = context
  const { groupId } = session.dealer
  if (query.isExport === 0) {
    const read = () => deps.pages(context, query)
    return lookUpKey(context, query.key, read, ({ total }) => total === 0)
  }
  if (!session.isAdmin) throw new Refusal('FORBIDDEN')
  const rows = await listForExport(db, session.scope, groupId, query, exportMaxRows + 1)
  if (rows.length > exportMaxRows) throw new Refusal('EXPORT_TOO_MANY')
  const filePath = await exportRows(context, deps, { name: exportName, columns, rows })
  return { data: new RawJson('[]'), total: rows.length, filePath }
}
