import { seedLarge } from '../../src/seed/large.ts'

/** Noon of a working day in Shanghai: the tests' time, advanced by hand. */
export const testNow = new Date('2026-11-18T04:00:00Z')

/** Three stores with 36,000 customers together: the data size for checking plans. */
export const fill = (url: string): Promise<void> =>
  seedLarge(url, { dealers: 3, customers: 36_000 }, testNow, () => undefined)
