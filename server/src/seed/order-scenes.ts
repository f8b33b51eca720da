import { visit } from './follow-story.ts'
import { cancelEarly, loseLine, sellOnTo, sellUpTo } from './order-story.ts'
import type { Wish } from './order-story.ts'
import { addDays } from '@showroom/contract/kernel/day'
import { companyName } from './people.ts'
import { morningOf, type Scene } from './scenes.ts'
import type { Story } from './story.ts'

/**
 * Orders that chance does not produce in every store: in each state, for companies and with several lines, near their delivery day and past
 * it, cancelled at each stage.
 */

const bought = (daysAgo: number, play: (story: Story) => void): Scene => ({
  daysAgo,
  play(story) {
    story.advance(story.at + 2400)
    visit(story)
    story.advance(morningOf(addDays(story.at, 1)) + ((story.customer.id * 17) % 90) * 60)
    play(story)
  },
})

const company = (story: Story, wish: Wish): Wish => ({
  ...wish,
  company: companyName(story.random, story.store.dealer.city.city),
})

export const orderScenes: readonly Scene[] = [
  bought(2, (story) => void sellUpTo(story, 2, company(story, { lines: 3 }))),
  bought(3, (story) => void sellOnTo(story, 3, { plannedIn: 30 })),
  bought(9, (story) => void sellOnTo(story, 15, { plannedIn: 25 })),
  // Due tomorrow, and the manufacturer has no car for it yet.
  bought(14, (story) => void sellOnTo(story, 16, { plannedIn: 14 })),
  // Past its delivery day.
  bought(24, (story) => void sellOnTo(story, 16, { plannedIn: 20 })),
  // One line has its car, and one will not be built.
  bought(18, (story) => loseLine(story, sellOnTo(story, 17, company(story, { plannedIn: 22, lines: 3 })))),
  bought(15, (story) => void sellOnTo(story, 4, { plannedIn: 16, lines: 2 })),
  bought(6, (story) => cancelEarly(story, sellUpTo(story, 1), 'qxyy01')),
  bought(7, (story) => cancelEarly(story, sellUpTo(story, 2), 'qxyy06')),
  bought(8, (story) => cancelEarly(story, sellUpTo(story, 6), 'qxyy03')),
]
