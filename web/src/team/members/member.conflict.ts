import { flattenMember, reconcileMember } from '@showroom/contract/team/edit.rules'
import type { MemberValues } from '@showroom/contract/team/member.schema'
import type { Compared, Side } from '../../ui/form/ConflictDialog'
import { formOf, type MemberForm } from './member.form'

/** Two users edited one member: the values to compare side by side and to merge into the form. */

export interface Versions {
  readonly mine: MemberValues
  readonly current: MemberValues
  readonly original: MemberValues
}

/** Looks up names by id. */
export interface Names {
  readonly role: (role: number) => string
  readonly member: (memberId: number) => string
}

interface Row {
  readonly key: keyof MemberValues
  readonly label: string
  readonly paths: readonly (keyof MemberValues)[]
  readonly text: (values: MemberValues, names: Names) => string
}
const plain = (key: 'name' | 'mobile', label: string): Row => ({
  key,
  label,
  paths: [key],
  text: (values) => values[key],
})
const idsOf = (list: string): number[] => list.split(',').filter(Boolean).map(Number)

const rows: readonly Row[] = [
  plain('name', '姓名'),
  plain('mobile', '手机号'),
  { key: 'role', label: '岗位', paths: ['role'], text: ({ role }, names) => names.role(role) },
  {
    key: 'topUserId',
    label: '上级',
    paths: ['topUserId'],
    text: ({ topUserId }, names) => (topUserId ? names.member(topUserId) : ''),
  },
  {
    key: 'downUserIds',
    label: '下级',
    paths: ['downUserIds'],
    text: ({ downUserIds }, names) =>
      idsOf(downUserIds)
        .map((id) => names.member(id))
        .join('、'),
  },
  {
    key: 'modules',
    label: '权限',
    paths: ['modules'],
    text: ({ modules }) => modules.split(',').filter(Boolean).join('、'),
  },
  {
    key: 'siebelId',
    label: '人事账号',
    paths: ['siebelId', 'siebelPosition'],
    text: ({ siebelId, siebelPosition }) => [siebelId, siebelPosition].filter(Boolean).join('/'),
  },
  {
    key: 'status',
    label: '状态',
    paths: ['status'],
    text: ({ status }) => (status === 0 ? '正常' : '冻结'),
  },
]

function sort({ mine, current, original }: Versions, conflicts: readonly string[]) {
  const flat = {
    mine: flattenMember({ ...mine }),
    current: flattenMember({ ...current }),
    original: flattenMember({ ...original }),
  }
  const changed = reconcileMember(flat.mine, flat.current, flat.original).mine
  const differs = (row: Row): boolean =>
    row.paths.some((path) => flat.current.get(path) !== flat.original.get(path))
  const questions = rows.filter(({ paths }) => paths.some((path) => conflicts.includes(path)))
  return {
    questions,
    theirs: rows.filter(
      (row) => !questions.includes(row) && !row.paths.some((path) => changed.has(path)) && differs(row),
    ),
  }
}

/** `conflicts` are the field paths that the server returned. */
export function compare(
  versions: Versions,
  conflicts: readonly string[],
  names: Names,
): { conflicts: Compared[]; theirs: Compared[] } {
  const { questions, theirs } = sort(versions, conflicts)
  const compared = ({ key, label, text }: Row): Compared => ({
    key,
    label,
    mine: text(versions.mine, names),
    current: text(versions.current, names),
    original: text(versions.original, names),
  })
  return { conflicts: questions.map(compared), theirs: theirs.map(compared) }
}

/** Values to put into the form: the current value where the user chose it or where only the other user changed it. */
export function mergeEdit(
  versions: Versions,
  conflicts: readonly string[],
  picks: Readonly<Record<string, Side>>,
): Partial<MemberForm> {
  const { questions, theirs } = sort(versions, conflicts)
  const taken = [...theirs, ...questions.filter(({ key }) => picks[key] === 'current')]
  const current: Record<string, unknown> = { ...formOf(versions.current) }
  return Object.fromEntries(taken.flatMap(({ paths }) => paths.map((path) => [path, current[path]])))
}
