import type { auditList, exportRecords } from '@showroom/contract/audit/audit.api'
import { auditKinds, exceptSignIns } from '@showroom/contract/kernel/audit'
import { z } from 'zod'
import { choice, code, days, type ListField } from '../ui/list/filter/fields'
import { listFields } from '../ui/list/filter/listFields'
import { monthToToday } from '../ui/list/filter/dayRange'
import type { StateOf } from '../ui/list/filter/useListFilter'

/** Today, a week, a month, three months, a year; every list adds yesterday. */
/** The export log, by days: from the first of the month to today by default. */
export const exportLog = listFields<typeof exportRecords>()(
  { createdDate: days('cd', '导出时间') },
  { kept: { in: 'listFilters4', as: 'exports' }, usual: { createdDate: () => monthToToday() } },
)
export type ExportLogState = StateOf<typeof exportLog>

const recordPattern = /^[a-z-]{1,20}:[\w/.-]{1,80}$/

/** One record, as `customer:123`; empty for all. */
const record: ListField<'words', string, string> = {
  kind: 'words',
  key: 'r',
  label: '对象',
  usual: '',
  schema: () => z.string().max(120).optional().catch(undefined),
  isKept: false,
  read: (raw) => (recordPattern.test(String(raw ?? '')) ? String(raw) : undefined),
  write: (value) => value,
  send: (value) => value,
}

/** The audit, by member, kind, days and record. */
export const auditTable = listFields<typeof auditList>()(
  {
    createdDate: days('cd', '时间', '6d'),
    memberId: code('m', '成员', Number.MAX_SAFE_INTEGER),
    record,
    kind: choice(
      'k',
      '类型',
      [exceptSignIns, ...Object.values(auditKinds)].map(({ value, title }) => ({ value, label: title })),
    ),
  },
  { kept: { in: 'listFilters5', as: 'audit' }, usual: { kind: () => exceptSignIns.value } },
)
export type AuditState = StateOf<typeof auditTable>
