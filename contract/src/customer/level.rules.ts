import { addDays, dayStart } from '../kernel/day.ts'

/** Levels and next steps of a file. Addresses name them, so that the entry loads this file without the other rules. */

export const followLevels = ['N', 'H', 'A', 'B', 'C'] as const
export type FollowLevel = (typeof followLevels)[number]
export const levels = [...followLevels, 'O', 'D', 'F'] as const
/** N H A B C are the follow levels; O ordered, D delivered, F defeated. */
export type Level = (typeof levels)[number]

/** Days until the next follow-up by level: the default and latest date. */
export const windowDays: Readonly<Record<FollowLevel, number>> = { N: 2, H: 6, A: 14, B: 30, C: 90 }

/** Possible next steps with a file, by its state. */
export const nextActions = ['follow', 'repurchase', 'revive', 'resume'] as const
export type NextAction = (typeof nextActions)[number]

export const isFollowLevel = (level: string): level is FollowLevel =>
  (followLevels as readonly string[]).includes(level)

/** Default next follow-up of a level: today plus its window. Epoch seconds, start of that day in Asia/Shanghai. */
export const defaultNextDate = (level: FollowLevel, nowSeconds: number): number =>
  addDays(nowSeconds, windowDays[level])

/** Whether a next follow-up may fall on that day: from yesterday to the end of the level's window. */
export function nextDateAllowed(level: FollowLevel, nextSeconds: number, nowSeconds: number): boolean {
  const day = dayStart(nextSeconds)
  return day >= addDays(nowSeconds, -1) && day <= addDays(nowSeconds, windowDays[level])
}
