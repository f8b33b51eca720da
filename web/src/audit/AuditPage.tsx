import { auditList } from '@showroom/contract/audit/audit.api'
import type { AuditRow } from '@showroom/contract/audit/audit.schema'
import { auditMost } from '@showroom/contract/audit/audit.schema'
import { exportMaxRows } from '@showroom/contract/kernel/export'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { callApi } from '../api/client'
import { memberListQuery } from '../team/public'
import { formatMinute } from '../ui/day'
import { EmptyState } from '../ui/EmptyState'
import { clearable } from '../ui/form/clearable'
import { Cards } from '../ui/list/Cards'
import { ExportButton } from '../ui/list/ExportButton'
import { ChoiceFilter, DaysFilter, Filter } from '../ui/list/filter/Filter'
import { useReach } from '../ui/list/filter/KeywordReach'
import { ListPage } from '../ui/list/ListPage'
import { useListQuery } from '../ui/list/useListQuery'
import { ListTable } from '../ui/list/table/ListTable'
import type { ShownRows } from '../ui/list/table/waiting'
import { stableMemo } from '../ui/stableMemo'
import { useNarrow } from '../ui/useNarrow'
import { auditTable, type AuditState } from './audit.fields'
import { auditQuery } from './audit.queries'
import { columnsOf, hasRecord, RecordCell, recordText } from './AuditColumns'
import { LogFilters } from './LogFilters'
import { RevealAlert } from './RevealAlert'
import { byLabel } from '../ui/found'
import './audit.css'
import { withCommas } from '../ui/withCommas'
import { useSizedList } from '../view/public'

/** The audit: member, action, record and origin. */
export function AuditPage() {
  const list = useSizedList(auditTable, { path: '/manager/audit', restoredFrom: '/customer/' })
  const query = useListQuery(list, auditQuery)
  const reach = useReach(list, query, auditQuery)
  const narrow = useNarrow()
  const narrowTo = (record: string): void => list.change({ record, createdDate: '', kind: 0 })
  return (
    <ListPage
      title="操作记录"
      unit="条"
      list={list}
      query={query}
      reach={reach}
      actions={
        <ExportButton
          makeFile={() => callApi(auditList, { ...auditTable.requestOf(list.filter), isExport: 1 })}
          total={query.data?.total}
          rows={{ name: '当前筛选的操作记录', unit: '条' }}
          maxRows={exportMaxRows}
          narrow={narrow}
        />
      }
      renderFilters={(again) => (
        <>
          <RevealAlert
            onShow={(memberId) => list.change({ memberId, kind: 2, createdDate: '6d', record: '' })}
          />
          <Filters list={list} rows={query.data?.data ?? []} again={again} />
          {query.data && query.data.total > auditMost && (
            <p className="sr-log-note">
              只统计到最近的 {withCommas(auditMost)} 条，可缩小范围查看更早的记录。
            </p>
          )}
        </>
      )}
      renderTable={(rows) => <AuditTable {...rows} narrowTo={narrowTo} />}
      renderCards={(rows) => (
        <Cards {...rows} idOf={({ id }) => id}>
          {(row) => <AuditCard row={row} narrowTo={narrowTo} />}
        </Cards>
      )}
      empty={<EmptyState title="没有符合条件的操作记录" hint="可减少筛选条件，或放宽时间。" />}
    />
  )
}

interface AuditTableProps extends ShownRows<AuditRow> {
  narrowTo: (record: string) => void
}

const AuditTable = stableMemo(({ narrowTo, ...rows }: AuditTableProps) => (
  <ListTable<AuditRow, 'id'> {...rows} rowKey="id" columns={columnsOf({ narrowTo })} rowProps={() => ({})} />
))

interface FiltersProps {
  list: AuditState
  /** The found rows, which provide the filtered record's name. */
  rows: readonly AuditRow[]
  again: () => void
}

const Filters = ({ list, rows, again }: FiltersProps) => {
  const { record } = list.filter
  return (
    <LogFilters onAgain={again} onReset={list.reset}>
      <DaysFilter list={list} field="createdDate" />
      <Members list={list} />
      <ChoiceFilter list={list} field="kind" />
      {record && (
        <Filter list={list} field="record">
          {({ 'aria-label': label }) => (
            <Select
              className="sr-fill"
              aria-label={label}
              allowClear={clearable}
              value={record}
              options={[
                {
                  value: record,
                  label: recordText(
                    record,
                    rows.find((row) => row.record === record),
                  ),
                },
              ]}
              onChange={(next: string | undefined) => list.change({ record: next ?? '' })}
            />
          )}
        </Filter>
      )}
    </LogFilters>
  )
}

function Members({ list }: { list: AuditState }) {
  const { data, isPending } = useQuery(memberListQuery(true))
  return (
    <Filter list={list} field="memberId">
      {({ value, onChange, ...control }) => (
        <Select<number>
          {...control}
          className="sr-fill"
          placeholder="全部"
          allowClear={clearable}
          loading={isPending}
          showSearch={byLabel}
          value={(!isPending && value) || null}
          options={(data?.data ?? []).map(({ memberId, userName, leftAt }) => ({
            value: memberId,
            label: leftAt > 0 ? `${userName}（已离职）` : userName,
          }))}
          onChange={(next) => onChange(next)}
        />
      )}
    </Filter>
  )
}

const AuditCard = ({ row, narrowTo }: { row: AuditRow; narrowTo: (record: string) => void }) => (
  <article className="sr-card" aria-label={`${row.userName} ${row.title}`}>
    <span className="sr-card-line">
      <span className="sr-row-name">{row.userName}</span> {row.title}
      <time className="sr-card-end sr-num sr-quiet">{formatMinute(row.createdAt)}</time>
    </span>
    {hasRecord(row) && (
      <span className="sr-card-line">
        <RecordCell row={row} narrowTo={narrowTo} />
      </span>
    )}
    {row.detail && <span className="sr-audit-detail">{row.detail}</span>}
  </article>
)
