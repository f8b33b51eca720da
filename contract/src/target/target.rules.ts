import { sumOfSet } from '../kernel/sum.ts'
import { type MeasureName, measures } from '../report/measures.ts'

/** Monthly targets of stores and members (docs/product/target.md). */

/** Measures that have targets, in the order of the pages. */
export const targetMeasures = [
  'files',
  'visits',
  'testDrives',
  'orders',
  'deliveries',
  'leadsValid',
] as const satisfies readonly MeasureName[]
export type TargetMeasure = (typeof targetMeasures)[number]

export const targetLabel = (name: MeasureName): string =>
  name === 'leadsValid' ? '线索有效' : measures[name].label

/** Levels of a target, from the least ambitious. */
export const targetLevels = ['basic', 'sprint', 'challenge'] as const
export type TargetLevel = (typeof targetLevels)[number]
export const levelLabels: Readonly<Record<TargetLevel, string>> = {
  basic: '基本',
  sprint: '冲刺',
  challenge: '挑战',
}

/** Greatest number of a target. */
export const targetMax = 99_999

/** The number of each level; null for none. */
export type Goals = Readonly<Record<TargetLevel, number | null>>
export const noGoals: Goals = { basic: null, sprint: null, challenge: null }

/** The number that pace and rate compare with: the least ambitious one that is set. */
export const goalOf = (goals: Goals): number | null => goals.basic ?? goals.sprint ?? goals.challenge

/** Adds the targets of several members, or of several months. */
export const sumGoals = (all: readonly Goals[]): Goals => ({
  basic: sumOfSet(all.map(({ basic }) => basic)),
  sprint: sumOfSet(all.map(({ sprint }) => sprint)),
  challenge: sumOfSet(all.map(({ challenge }) => challenge)),
})

/** The store's targets: its own for each level, else the sum of its members'. */
export const storeGoals = (own: Goals, ofMembers: Goals): Goals => ({
  basic: own.basic ?? ofMembers.basic,
  sprint: own.sprint ?? ofMembers.sprint,
  challenge: own.challenge ?? ofMembers.challenge,
})

/** Returns the first level that is less ambitious than one before it. */
export function goalsProblem(
  goals: Goals,
): { readonly level: TargetLevel; readonly text: string } | undefined {
  for (const [at, level] of targetLevels.entries()) {
    const before = targetLevels.slice(0, at).findLast((one) => goals[one] !== null)
    if (before && (goals[level] ?? Infinity) < (goals[before] ?? 0))
      return { level, text: `${levelLabels[level]}不能低于${levelLabels[before]}` }
  }
  return undefined
}

/** Raises a number by so many percent, which may be negative. */
export const raise = (goal: number | null, percent: number): number | null =>
  goal === null ? null : Math.min(targetMax, Math.max(0, Math.round((goal * (100 + percent)) / 100)))
