import type { FoundKind } from '@showroom/contract/privacy/privacy.schema'
import type { PersonalTable } from '../platform/personal/personal.ts'
import type { Found } from './person.repository.ts'
import { workbooks } from './steps.ts'

/** Sums of what was found. */
export function foundCounts(found: Found): { own: number; mentions: number; keptRows: number } {
  const sum = (part: 'own' | 'mentions' | 'kept'): number =>
    Object.values(found).reduce((total, rows) => total + rows[part], 0)
  return { own: sum('own'), mentions: sum('mentions'), keptRows: sum('kept') }
}

/** Groups the found rows by kind, for the page. */
export function foundKinds(found: Found, tables: readonly PersonalTable[]): FoundKind[] {
  const kinds = [
    ...tables.map(({ table, title, isDeleted = false, kept }) => ({
      table: table as string,
      title,
      isDeleted,
      why: kept?.why ?? '',
    })),
    { table: workbooks, title: '导出和导入的表格文件', isDeleted: true, why: '' },
  ]
  return kinds.flatMap(({ table, why, ...kind }) => {
    const { own = 0, mentions = 0, kept = 0 } = found[table] ?? {}
    return own + mentions + kept > 0 ? [{ ...kind, own, mentions, kept, why: kept > 0 ? why : '' }] : []
  })
}
