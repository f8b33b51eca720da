import { rooms } from '@showroom/contract'
import { fourDigits, pick, times, twoCharacters } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'

/** Finding anyone from anywhere: a key after the other, as they are typed. */

const one = (name: string, key: () => string, more: Partial<Scenario> = {}): Scenario => ({
  name: `find, ${name}`,
  textsDiffer: true,
  call: rooms.find.find,
  bodies: async (_reader, count) => times(count, () => ({ key: key() })),
  ...more,
})

/** A tenth of the store each. */
const surnames = ['张', '王', '李', '刘', '陈']

export const findScenarios: readonly Scenario[] = [
  one('2 characters', () => pick(twoCharacters)),
  // Nobody stops there; 32 at once would be no working day.
  one('a surname, 8 at once', () => pick(surnames), { connections: 8 }),
  one('last 4 digits', fourDigits),
]
