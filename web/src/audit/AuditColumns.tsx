import type { AuditRow } from '@showroom/contract/audit/audit.schema'
import { Button } from 'antd'
import { CustomerName } from '../customer/public'
import { formatMinute } from '../ui/day'
import type { ListColumn } from '../ui/list/table/columns'
import { growsFor } from '../ui/list/table/Cut'
import { cell, type Waiting } from '../ui/list/table/waiting'

interface Shape {
  /** Filters by that record. */
  narrowTo: (record: string) => void
}

export const columnsOf = ({ narrowTo }: Shape): readonly ListColumn<AuditRow | Waiting<'id'>>[] => [
  {
    key: 'createdAt',
    title: '时间',
    width: 148,
    isNeeded: true,
    render: cell<AuditRow>('80%', ({ createdAt }) => (
      <time className="sr-num">{formatMinute(createdAt)}</time>
    )),
  },
  { key: 'userName', title: '成员', width: 96, render: cell<AuditRow>('48px', (row) => row.userName) },
  {
    key: 'title',
    title: '操作',
    width: 132,
    most: 200,
    text: growsFor<AuditRow>(({ title }) => title),
    render: cell<AuditRow>('64px', (row) => row.title),
  },
  {
    key: 'record',
    title: '对象',
    width: 184,
    most: 260,
    text: growsFor<AuditRow>((row) => `${recordText(row.record, row)} 全部记录 `),
    render: cell<AuditRow>('70%', (row) =>
      hasRecord(row) ? <RecordCell row={row} narrowTo={narrowTo} /> : none,
    ),
  },
  {
    key: 'detail',
    title: '内容',
    width: 280,
    most: 640,
    render: cell<AuditRow>('80%', (row) =>
      row.detail ? <span className="sr-audit-detail">{row.detail}</span> : none,
    ),
  },
  {
    key: 'ip',
    title: 'IP',
    width: 128,
    most: 320,
    text: growsFor<AuditRow>(({ ip }) => ip),
    render: cell<AuditRow>('80%', (row) => <span className="sr-num">{row.ip}</span>),
  },
]

const kindNames: Readonly<Record<string, string>> = {
  customer: '客户',
  lead: '线索',
  order: '订单',
  member: '成员',
  setting: '设置',
  source: '来源',
  blocklist: 'blc名单',
  import: '导入',
  template: '短信模板',
  file: '共享文件',
  export: '导出文件',
}

/** The kind of record, and its name if it has one. */
export const recordText = (record: string, { recordName = '' }: Partial<AuditRow> = {}): string => {
  const [kind = ''] = record.split(/[:/]/)
  return `${kindNames[kind] ?? kind} ${recordName}`.trim()
}

/** In place of what an action does not have. */
const none = <span className="sr-quiet">—</span>

/** Whether the action concerns a record. That of an own sign-in is the member itself. */
export const hasRecord = ({ record, memberId }: AuditRow): boolean =>
  record !== '' && record !== `member:${memberId}`

/** The record's name, with a link to everything done to it. */
export function RecordCell({ row, narrowTo }: { row: AuditRow } & Shape) {
  const { record, recordName } = row
  const [kind = '', id = ''] = record.split(/[:/]/)
  return (
    <span className="sr-audit-record">
      {kind === 'customer' && recordName ? (
        <CustomerName customerId={Number(id)} name={recordName} />
      ) : (
        <span className="sr-cut">{recordText(record, row)}</span>
      )}
      {record.includes(':') && (
        <Button
          type="link"
          size="small"
          className="sr-cell-button"
          aria-label={`${recordName || record} 的全部记录`}
          onClick={() => narrowTo(record)}
        >
          全部记录
        </Button>
      )}
    </span>
  )
}
