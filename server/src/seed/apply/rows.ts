import { createHash } from 'node:crypto'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { completeModules } from '@showroom/contract/team/member.rules'
import type { ColumnSpec, Row, SheetSpec } from './book.ts'

/** Shared by the checks of all sheets. */

/** Reports a problem of a row in a column. */
export type Report = (row: Row, column: string, text: string) => void

export interface Options {
  /** Lets members leave who are missing from the file, at the dealers whose teams are in it. */
  readonly leave: boolean
  /** Also writes values that were changed since a file gave them. */
  readonly overwrite: boolean
}

/** A group, dealer, member or lead source after the import, with its fields by key; new if `before` is undefined. */
export interface Effect {
  readonly row: Row
  readonly before: { readonly id: number } | undefined
}

/** Text of a field's value, as printed. */
export type Shown = (key: string, value: unknown) => string

/** Reports the second of two rows with the same key. Returns whether this row is the first. */
export function firstOf(
  seen: Map<string, number>,
  key: string,
  row: Row,
  column: string,
  report: Report,
): boolean {
  if (key === '') return false
  const before = seen.get(key)
  if (before === undefined) seen.set(key, row.number)
  else report(row, column, `与第${before}行重复`)
  return before === undefined
}

/** Names to suggest where both codes and names are accepted. */
export const namesOf = (known: ReadonlyMap<string, unknown>): string =>
  [...known.keys()].filter((key) => !/^\d+$/.test(key)).join('、')

const noneWord = '无'
/** Parses a cell: an empty one keeps `before`, the word for none gives `none`. */
export const cellOr = <T>(text: string, read: (text: string) => T, none: T, before: T): T =>
  text === '' ? before : text === noneWord ? none : read(text)

/** Lists the changed fields with old and new values; none for a new row. */
export function changesOf(
  after: Effect,
): { readonly key: string; readonly old: unknown; readonly new: unknown }[] {
  const { before } = after
  if (!before) return []
  return Object.keys(before).flatMap((key) => {
    const [old, to] = [valueOf(before, key), valueOf(after, key)]
    return !(key in after) || String(old) === String(to) ? [] : [{ key, old, new: to }]
  })
}
export const isChanged = (effect: Effect): boolean =>
  effect.before === undefined || changesOf(effect).length > 0

/** Value as compared and remembered. Modules that no form shows are left out: they follow the role. */
const textOf = (key: string, value: unknown): string =>
  key === 'modules' ? completeModules(value as readonly string[], []).join('、') : String(value)

/** Remembers a value without its text, which may be a number. */
export const digestOf = (key: string, value: unknown): string =>
  createHash('sha256')
    .update(`${key}\0${textOf(key, value)}`)
    .digest('base64')
    .slice(0, 16)

type Field = ColumnSpec & { readonly key: string }
const fieldsOf = ({ columns }: SheetSpec): Field[] =>
  columns.filter((column): column is Field => column.key !== undefined)
const valueOf = (thing: object, key: string): unknown => (thing as Readonly<Record<string, unknown>>)[key]

/** Fields that the row's cells name, with their values. */
export const givenBy = (spec: SheetSpec, effect: Effect) =>
  fieldsOf(spec)
    .filter(({ heading }) => effect.row.cell(heading) !== '')
    .map((field) => {
      const { key } = field
      const [old, to] = [effect.before && valueOf(effect.before, key), valueOf(effect, key)]
      const differs = effect.before !== undefined && textOf(key, old) !== textOf(key, to)
      return { ...field, old, new: to, isChanged: differs }
    })

/**
 * Reports cells that would undo a later change: the field has another value now, and an earlier file gave this one, or no file has set the
 * row before (`given` is undefined).
 */
export function reportUndoing(
  spec: SheetSpec,
  effect: Effect,
  given: ReadonlySet<string> | undefined,
  { report, shown }: { readonly report: Report; readonly shown: Shown },
): void {
  for (const { heading, key, identifies, old, new: to, isChanged: differs } of givenBy(spec, effect))
    if (differs && (given?.has(digestOf(key, to)) ?? !identifies))
      report(
        effect.row,
        heading,
        `现为“${shown(key, old)}”，${given ? '导入本值后又有修改' : '首次由文件设置'}；请填现值或留空，确要改为“${shown(key, to)}”请加 --overwrite`,
      )
}

/** Returns a field's value as printed: numbers masked, codes by their names, 无 for none. */
export function shownBy(names: Readonly<Record<string, ReadonlyMap<number, string>>>): Shown {
  const words: Readonly<Record<string, (value: never) => string>> = {
    cityPool: (value: boolean) => (value ? '是' : '否'),
    active: (value: boolean) => (value ? '启用' : '停用'),
    status: (value: number) => (value === 0 ? '正常' : '冻结'),
    modules: (value: readonly string[]) => value.join('、'),
    mobile: (value: string) => maskMobile(value),
    superior: (value: string) => maskMobile(value),
  }
  return (key, value) =>
    (names[key]?.get(value as number) ??
      words[key]?.(value as never) ??
      String((value as string | number | undefined) ?? '')) ||
    noneWord
}

/** Names a row within its sheet: by its first column, members also by their mobile. */
export const keyOf = ({ columns: [first] }: SheetSpec, effect: Effect): string =>
  [effect.row.cell(first?.heading ?? ''), valueOf(effect, 'mobile')].filter(Boolean).join(' ')

/** Lines that name each changed field of a row with its old and new value; none if nothing changes. */
export function linesOf(spec: SheetSpec, effect: Effect, shown: Shown): string[] {
  const [first, name, mobile] = [
    effect.row.cell(spec.columns[0]?.heading ?? ''),
    String(valueOf(effect, 'name')),
    valueOf(effect, 'mobile'),
  ]
  const parts = [spec.name, first, mobile ? shown('mobile', mobile) : '', name === first ? '' : name]
  const label = parts.filter(Boolean).join(' ')
  const fields = fieldsOf(spec).map(({ heading, key }) => ({
    heading,
    key,
    text: shown(key, valueOf(effect, key)),
  }))
  if (!effect.before) {
    const filled = fields.filter(({ key, text }) => key !== 'mobile' && text !== noneWord)
    return [`${label}  新增：${filled.map(({ heading, text }) => `${heading} ${text}`).join('，')}`]
  }
  const old = new Map(changesOf(effect).map((one) => [one.key, one.old]))
  return fields.flatMap(({ heading, key, text }) =>
    old.has(key) ? [`${label}  ${heading}：${shown(key, old.get(key))} → ${text}`] : [],
  )
}
