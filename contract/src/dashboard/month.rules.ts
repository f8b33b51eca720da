import type { Pace } from '../target/pace.rules.ts'

/** Rules of the month on the overview (docs/product/dashboard.md). */

/** Measures of the month that stand above the others, in their order. */
export const monthMeasures = ['orders', 'deliveries', 'visits', 'leadsValid'] as const

/** Whole customers that were due by now and have not come; 0 if none, or without a target. */
export const behindBy = ({ done, due }: Pick<Pace, 'done' | 'due'>): number =>
  due === null ? 0 : Math.max(0, Math.floor(due) - done)
