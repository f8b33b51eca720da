import { rooms } from '@showroom/contract'
import { fourDigits, pick, times, twoCharacters } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'

/** The global search, one key after another as they are typed. */

const one = (name: string, key: () => string, more: Partial<Scenario> = {}): Scenario => ({
  name: `find, ${name}`,
  textsDiffer: true,
  call: rooms.find.find,
  bodies: async (_reader, count) => times(count, () => ({ key: key() })),
  ...more,
})

/** Each is a tenth of the store. */
const surnames = ['张', '王', '李', '刘', '陈']

export const findScenarios: readonly Scenario[] = [
  one('2 characters', () => pick(twoCharacters)),
  // No member pauses at one surname; 32 concurrent requests would not be realistic.
  one('a surname, 8 at once', () => pick(surnames), { connections: 8 }),
  one('last 4 digits', fourDigits),
]
