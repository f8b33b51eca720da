import {
  type Goals,
  goalsProblem,
  levelLabels,
  targetLabel,
  targetLevels,
  targetMax,
  targetMeasures,
} from '@showroom/contract/target/target.rules'
import type { TargetLevel, TargetMeasure } from '@showroom/contract/target/target.rules'
import type { Period, TargetNumbers } from '@showroom/contract/target/target.schema'

/** The grid of targets: its rows, and the cells that were typed but not saved yet. */

/** A member, or the store with id 0. The row of what counts for no member has no targets. */
export interface GridRow {
  readonly id: number
  readonly name: string
  readonly isEditable: boolean
  readonly numbers: Readonly<Record<TargetMeasure, TargetNumbers>>
}

export function rowsOf({ store, members }: Period): GridRow[] {
  const own = store && {
    id: 0,
    name: '门店',
    isEditable: true,
    numbers: Object.fromEntries(
      targetMeasures.map((measure) => [measure, { ...store[measure], goals: store[measure].ownGoals }]),
    ) as unknown as GridRow['numbers'],
  }
  return [
    ...(own ? [own] : []),
    ...members.map(({ memberId, name, isLeft, numbers }) => ({
      id: memberId > 0 ? memberId : -1,
      name: isLeft ? `${name}（已离职）` : name,
      isEditable: memberId > 0,
      numbers,
    })),
  ]
}

/** A typed cell. `rowVersion` is the version of the target when it was typed; undefined for the current one, after a conflict was seen. */
export interface Edit {
  readonly text: string
  readonly rowVersion: number | undefined
}
export type Edits = ReadonlyMap<string, Edit>

export const keyOf = (id: number, measure: TargetMeasure, level: TargetLevel): string =>
  `${id} ${measure} ${level}`

/** The number that was typed: null for an empty cell, undefined for anything but a number. */
export function goalOfText(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replaceAll(/[\s,，]/g, '')
  if (plain === '') return null
  return /^\d{1,9}$/.test(plain) && Number(plain) <= targetMax ? Number(plain) : undefined
}

export const textOf = (goal: number | null): string => (goal === null ? '' : String(goal))

/** The goals of a cell with what was typed; `undefined` for a level that is no number. */
export function typedGoals(row: GridRow, measure: TargetMeasure, edits: Edits) {
  const { goals } = row.numbers[measure]
  return Object.fromEntries(
    targetLevels.map((level) => {
      const edit = edits.get(keyOf(row.id, measure, level))
      return [level, edit ? goalOfText(edit.text) : goals[level]]
    }),
  ) as Record<TargetLevel, number | null | undefined>
}

/** The targets to save, or the first problem. */
export function changedCells(rows: readonly GridRow[], edits: Edits) {
  const cells: ({ memberId: number; measure: TargetMeasure; rowVersion: number } & Goals)[] = []
  for (const row of rows)
    for (const measure of targetMeasures) {
      const levels = targetLevels.filter((level) => edits.has(keyOf(row.id, measure, level)))
      if (levels.length === 0) continue
      const goals = typedGoals(row, measure, edits)
      const wrong = levels.find((level) => goals[level] === undefined)
      const problem = wrong ? { level: wrong, text: '请输入整数' } : goalsProblem(goals as Goals)
      if (problem)
        return {
          cells: [],
          problem: `${row.name} · ${targetLabel(measure)}：${wrong ? levelLabels[wrong] : ''}${problem.text}`,
        }
      const current = row.numbers[measure].rowVersion
      const versions = levels.map((level) => edits.get(keyOf(row.id, measure, level))?.rowVersion ?? current)
      const rowVersion = Math.min(...versions)
      cells.push({ memberId: row.id, measure, ...(goals as Goals), rowVersion })
    }
  return { cells, problem: '' }
}

/** A text for a cell. */
export interface CellText {
  readonly id: number
  readonly measure: TargetMeasure
  readonly level: TargetLevel
  readonly text: string
}

/** A block copied from a spreadsheet, as rows of cells. */
export const blockOf = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
