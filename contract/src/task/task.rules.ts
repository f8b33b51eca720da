import type { Level } from '../customer/level.rules.ts'

/** Activity tabs; phone includes WeCom, video and return visits. */
export const taskActivity = { all: 0, phone: 1, visit: 2, testDrive: 3 } as const
/** State tabs. */
export const taskFilter = { today: 0, pending: 1, overdue: 2, completed: 3 } as const
/**
 * Sort orders. `usual`: what comes next (see `urgentLevels`), completed tasks latest first. `reversed`: by day, open tasks latest first,
 * completed ones earliest first. `byLevel`: from N to F. `byDay`: open tasks earliest first.
 */
export const taskOrder = { usual: 0, reversed: 1, byLevel: 2, byLevelReversed: 3, byDay: 4 } as const
/**
 * Levels in the order in which a member's work comes next: appointments of today by their hour, overdue tasks by level and then lateness, other tasks of today by
 * level, later ones by their time. Levels that are not listed come last.
 */
export const urgentLevels = ['H', 'A', 'B', 'C', 'N'] as const satisfies readonly Level[]
/** Longest range of completed tasks, in calendar days. */
export const completedMaxDays = 7
