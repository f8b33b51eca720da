import { flatten, reconcile } from '@showroom/contract/customer/edit.rules'
import type { EditableValues } from '@showroom/contract/customer/edit.schema'
import { proofSources, source } from '@showroom/contract/customer/customer.rules'
import { type CustomerForm, customerFormOf, idsOf } from '../fields/customer.form'
import { formatDay } from '../../ui/day'
import type { Compared, Side } from '../../ui/form/ConflictDialog'

/** Two people have edited one file: what is compared, side by side, and what becomes of the form. */

type NamedKind = 'customerFromSources' | 'onlineSources' | 'businessTypes' | 'budgets' | 'identifyTypes'

/** Looks up the names behind codes and ids. */
export interface Names {
  readonly of: (kind: NamedKind, value: number) => string
  readonly series: (id: number) => string
  readonly competitor: (id: number) => string
  readonly customSource: (id: number) => string
}

interface Row {
  readonly key: string
  readonly label: string
  /** Of the wire: they only make sense together. */
  readonly paths: readonly string[]
  /** The form's fields that hold them. */
  readonly fields: readonly (keyof CustomerForm)[]
  readonly text: (file: EditableValues, names: Names) => string
}

type Plain = 'name' | 'mobile' | 'secondardPhone' | 'weixin'
const plain = (key: Plain, label: string): Row => ({
  key,
  label,
  paths: [key],
  fields: [key],
  text: (file) => file[key],
})

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(' ')

/** Everything that a file has, in the order of the form. */
const rows: readonly Row[] = [
  plain('name', '客户姓名'),
  plain('mobile', '手机号'),
  {
    key: 'gender',
    label: '性别',
    paths: ['gender'],
    fields: ['gender'],
    text: ({ gender }) => (gender === 1 ? '先生' : gender === 2 ? '女士' : ''),
  },
  plain('secondardPhone', '备用号码'),
  plain('weixin', '微信'),
  {
    key: 'type',
    label: '客户类型',
    paths: ['type', 'companyName'],
    fields: ['type', 'companyName'],
    text: ({ type, companyName }) => (type === 2 ? joined(['企业', companyName]) : '个人'),
  },
  {
    key: 'fromSource',
    label: '客户来源',
    paths: ['fromSource', 'otherSource', 'newMediaImages'],
    fields: ['fromSource', 'otherSource', 'newMediaImages'],
    text: sourceText,
  },
  {
    key: 'businessType',
    label: '业务类型',
    paths: ['businessType', 'buyCount', 'addPurchaseOldSeriesId'],
    fields: ['businessType', 'buyCount', 'addPurchaseOldSeriesId'],
    text: ({ businessType, buyCount, addPurchaseOldSeriesId }, names) =>
      joined([
        names.of('businessTypes', businessType),
        buyCount > 0 ? `${buyCount}台` : '',
        addPurchaseOldSeriesId > 0 ? `原有车系 ${names.series(addPurchaseOldSeriesId)}` : '',
      ]),
  },
  {
    key: 'specIds',
    label: '意向车系',
    paths: ['specIds'],
    fields: ['specIds'],
    text: ({ specIds }, names) => idsOf(specIds).map(names.series).join('、'),
  },
  {
    key: 'competitionSerieses',
    label: '竞品车系',
    paths: ['competitionSerieses'],
    fields: ['competitionSerieses'],
    text: ({ competitionSerieses }, names) => idsOf(competitionSerieses).map(names.competitor).join('、'),
  },
  {
    key: 'budget',
    label: '购车预算',
    paths: ['budget'],
    fields: ['budget'],
    text: ({ budget }, names) => {
      const text = names.of('budgets', budget)
      return text && !text.endsWith('万元') ? `${text}万元` : text
    },
  },
  {
    key: 'buycarDate',
    label: '预计购车日期',
    paths: ['buycarDate'],
    fields: ['buycarDate'],
    text: ({ buycarDate }) => formatDay(buycarDate),
  },
  {
    key: 'region',
    label: '购车地区',
    paths: ['buyProvince', 'buyCity', 'buyArea'],
    fields: ['region'],
    text: ({ buyProvince, buyCity, buyArea }) => joined([buyProvince, buyCity, buyArea]),
  },
  {
    key: 'identity',
    label: '证件',
    paths: ['addition.identifyType', 'addition.idNo'],
    fields: ['identifyType', 'idNo'],
    text: ({ addition }, names) =>
      addition.idNo && joined([names.of('identifyTypes', addition.identifyType), addition.idNo]),
  },
  {
    key: 'birthday',
    label: '生日',
    paths: ['addition.birthday'],
    fields: ['birthday'],
    text: ({ addition }) => addition.birthday,
  },
  { key: 'qq', label: 'QQ', paths: ['addition.qq'], fields: ['qq'], text: ({ addition }) => addition.qq },
  {
    key: 'home',
    label: '常住地区与地址',
    paths: ['addition.province', 'addition.city', 'addition.area', 'addition.address'],
    fields: ['home', 'address'],
    text: ({ addition: { province, city, area, address } }) => joined([province, city, area, address]),
  },
  { key: 'tags', label: '标签', paths: ['tags'], fields: ['tags'], text: ({ tags }) => tags },
]

function sourceText(file: EditableValues, names: Names): string {
  const { fromSource, otherSource, newMediaImages } = file
  const images = newMediaImages === '' ? 0 : newMediaImages.split(',').length
  return joined([
    names.of('customerFromSources', fromSource),
    fromSource === source.custom ? names.customSource(otherSource) : '',
    fromSource === source.network ? names.of('onlineSources', otherSource) : '',
    proofSources.includes(fromSource) ? `凭证${images}张` : '',
  ])
}

/** A file three times: as the form has it, as it is now, and as it was when the form opened. */
export interface Versions {
  readonly mine: EditableValues
  readonly current: EditableValues
  readonly original: EditableValues
}

export interface Comparison {
  /** Both changed them: somebody has to choose. */
  readonly conflicts: readonly Compared[]
  /** Changed by the other one only: they stay so. */
  readonly theirs: readonly Compared[]
}

const has = (paths: readonly string[], row: Row): boolean => row.paths.some((path) => paths.includes(path))

function sort({ mine, current, original }: Versions, conflicts: readonly string[]) {
  const flat = { mine: flatten(mine), current: flatten(current), original: flatten(original) }
  const changed = [...reconcile(flat.mine, flat.current, flat.original).mine]
  return {
    conflicts: rows.filter((row) => has(conflicts, row)),
    theirs: rows.filter((row) => !has(conflicts, row) && !has(changed, row)),
    differs: (row: Row) => row.paths.some((path) => flat.current.get(path) !== flat.original.get(path)),
  }
}

/** `conflicts` are the paths that the server names. */
export function compare(versions: Versions, conflicts: readonly string[], names: Names): Comparison {
  const sorted = sort(versions, conflicts)
  const shown = ({ key, label, text }: Row): Compared => ({
    key,
    label,
    mine: text(versions.mine, names),
    current: text(versions.current, names),
    original: text(versions.original, names),
  })
  return {
    conflicts: sorted.conflicts.map(shown),
    theirs: sorted.theirs.filter(sorted.differs).map(shown),
  }
}

/** What goes into the form: the current value wherever it was chosen, or where only the other one changed it. */
export function settle(
  versions: Versions,
  conflicts: readonly string[],
  picks: Readonly<Record<string, Side>>,
): Partial<CustomerForm> {
  const sorted = sort(versions, conflicts)
  const taken = [...sorted.theirs, ...sorted.conflicts.filter(({ key }) => picks[key] === 'current')]
  const current = customerFormOf(versions.current)
  return Object.fromEntries(taken.flatMap(({ fields }) => fields.map((field) => [field, current[field]])))
}
