import { ensureDemo } from '../../src/seed/demo.ts'

/** The time at which the tests' demo network is seeded. */
export const demoNow = new Date('2026-11-21T15:00:00+08:00')

export const fill = (url: string): Promise<unknown> => ensureDemo(url, demoNow)
