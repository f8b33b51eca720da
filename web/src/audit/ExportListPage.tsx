import type { ExportRecord } from '@showroom/contract/audit/audit.schema'
import { exportKeptDays } from '@showroom/contract/audit/audit.schema'
import { exportFile } from '@showroom/contract/audit/audit.api'
import { useState } from 'react'
import { callApi } from '../api/client'
import { formatMinute } from '../ui/day'
import { download } from '../ui/download'
import { EmptyState } from '../ui/EmptyState'
import { failureText } from '../ui/failure'
import { Cards } from '../ui/list/Cards'
import type { ListColumn } from '../ui/list/table/columns'
import { DaysFilter } from '../ui/list/filter/Filter'
import { ListPage } from '../ui/list/ListPage'
import { useListQuery } from '../ui/list/useListQuery'
import { actionColumn, RowButton } from '../ui/list/table/RowActions'
import { ListTable } from '../ui/list/table/ListTable'
import { stableMemo } from '../ui/stableMemo'
import { cell, type ShownRows, type Waiting } from '../ui/list/table/waiting'
import { useReach } from '../ui/list/filter/KeywordReach'
import { useMessage } from '../ui/useMessage'
import { exportLog, type ExportLogState } from './audit.fields'
import { exportLogQuery } from './audit.queries'
import { LogFilters } from './LogFilters'
import { TipText } from '../ui/Tip'
import './audit.css'
import { withCommas } from '../ui/withCommas'
import { useSizedList } from '../view/public'

/** Exported files: member, size, filters, and a download while the file is kept. */
export function ExportListPage() {
  const list = useSizedList(exportLog, { path: '/manager/export-list', restoredFrom: '/manager/' })
  const query = useListQuery(list, exportLogQuery)
  const reach = useReach(list, query, exportLogQuery)
  return (
    <ListPage
      title="导出记录"
      unit="条"
      list={list}
      query={query}
      reach={reach}
      renderFilters={(again) => <Filters list={list} again={again} />}
      renderTable={(rows) => <ExportTable {...rows} />}
      renderCards={(rows) => (
        <Cards {...rows} idOf={({ id }) => id}>
          {(row) => <ExportCard row={row} />}
        </Cards>
      )}
      empty={<EmptyState title="这段时间没有导出记录" hint="更早的记录可通过放宽导出时间查看。" />}
    />
  )
}

const ExportTable = stableMemo((rows: ShownRows<ExportRecord>) => (
  <ListTable<ExportRecord, 'id'> {...rows} rowKey="id" columns={columns} rowProps={() => ({})} />
))

const Filters = ({ list, again }: { list: ExportLogState; again: () => void }) => (
  <LogFilters onAgain={again} onReset={list.reset}>
    <DaysFilter list={list} field="createdDate" />
  </LogFilters>
)

type Row = ExportRecord | Waiting<'id'>

const columns: readonly ListColumn<Row>[] = [
  {
    key: 'createdAt',
    title: '创建时间',
    width: 148,
    isNeeded: true,
    render: cell<ExportRecord>('80%', ({ createdAt }) => (
      <time className="sr-num">{formatMinute(createdAt)}</time>
    )),
  },
  {
    key: 'exportName',
    title: '导出名称',
    width: 120,
    render: cell<ExportRecord>('64px', (row) => row.exportName),
  },
  {
    key: 'userName',
    title: '操作人',
    width: 96,
    render: cell<ExportRecord>('48px', (row) => row.userName),
  },
  {
    key: 'recordTotal',
    title: '导出条数',
    width: 96,
    align: 'right',
    render: cell<ExportRecord>('32px', ({ recordTotal }) => (
      <span className="sr-num">{withCommas(recordTotal)}</span>
    )),
  },
  {
    key: 'asked',
    title: '筛选条件',
    width: 320,
    most: 640,
    render: cell<ExportRecord>('80%', (row) => <AskedText row={row} />),
  },
  actionColumn({
    key: 'file',
    width: 104,
    render: cell<ExportRecord>('64px', (row) => <FileAgain row={row} />),
  }),
]

/** The filters of the export with their values. */
const AskedText = ({ row: { asked: filter } }: { row: ExportRecord }) =>
  filter.length === 0 ? (
    <span className="sr-quiet">无筛选，全部</span>
  ) : (
    <span className="sr-asked">
      {filter.map(({ label, text }) => (
        <span key={label} className="sr-asked-one">
          <span className="sr-quiet">{label}</span> {text}
        </span>
      ))}
    </span>
  )

/** Downloads the file again, by a new link. */
function FileAgain({ row }: { row: ExportRecord }) {
  const [running, setRunning] = useState(false)
  const message = useMessage()
  if (!row.isKept)
    return (
      <TipText tip={`文件保存${exportKeptDays}天`} className="sr-quiet">
        已过期
      </TipText>
    )
  const fetchAgain = async (): Promise<void> => {
    setRunning(true)
    try {
      const { filePath } = await callApi(exportFile, { id: row.id }, { once: true })
      download(filePath)
    } catch (error) {
      message.error(failureText(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <RowButton
      loading={running}
      aria-label={`再次下载 ${formatMinute(row.createdAt)} 的${row.exportName}`}
      onClick={() => void fetchAgain()}
    >
      再次下载
    </RowButton>
  )
}

const ExportCard = ({ row }: { row: ExportRecord }) => (
  <article className="sr-card" aria-label={`${row.exportName} ${formatMinute(row.createdAt)}`}>
    <span className="sr-card-line">
      <span className="sr-row-name">{row.exportName}</span>
      <span className="sr-card-end sr-num">{withCommas(row.recordTotal)} 条</span>
    </span>
    <span className="sr-card-line sr-quiet">
      {row.userName} <time className="sr-num">{formatMinute(row.createdAt)}</time>
      <span className="sr-card-end">
        <FileAgain row={row} />
      </span>
    </span>
    <AskedText row={row} />
  </article>
)
