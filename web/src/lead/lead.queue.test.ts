import type { Rights } from '@showroom/contract/kernel/call'
import { leadStatus, leadTab } from '@showroom/contract/lead/lead.rules'
import { expect, test } from 'vitest'
import { asksForHandling, leadAfter, type Place } from './lead.queue'

const agent: Rights = {
  role: 5,
  isAdmin: false,
  modules: ['线索分配'],
  flags: {
    allowFailVerify: false,
    allowOrderVerify: false,
    allowAssign: false,
    allowOrderAlloc: false,
    canResign: false,
    dccEnable: false,
    isAutoClear: false,
    allowOnlineAssign: false,
    cityPoolEnable: false,
  },
}

const { waiting, unreachable, unassigned, completed, invalid, closed } = leadStatus

const row = (clueId: number, status: number = waiting) => ({ clueId, status })
const place: Place = { clue: 2, page: 1, lastPage: 1, at: 1, after: 3 }
/** Goes on in a list of those pages, past what has been handled. */
const goOn = (pages: readonly (readonly ReturnType<typeof row>[])[], from: Place, handled = [from.clue]) =>
  leadAfter(
    from,
    async (page) => pages[page - 1] ?? [],
    (one) => !handled.includes(one.clueId) && asksForHandling(leadTab.all, one, agent),
  )

test('a lead is stopped at that one can handle; an invalid one on its own tab only', () => {
  const stops = (tab: number, by = agent) =>
    Object.values(leadStatus).filter((status) => asksForHandling(tab, row(1, status), by))
  expect(stops(leadTab.all)).toEqual([waiting, unreachable])
  expect(stops(leadTab.invalid)).toEqual([waiting, invalid, unreachable])
  const assigning = { ...agent, flags: { ...agent.flags, allowOnlineAssign: true } }
  expect(stops(leadTab.valid, assigning)).toEqual([waiting, unassigned, unreachable])
  expect(stops(leadTab.all, { ...agent, modules: [] })).toEqual([])
})

test('the one behind the saved lead is next, whether that has left the list or not', async () => {
  expect(await goOn([[row(1), row(3), row(4)]], place)).toEqual({ page: 1, clue: 3 })
  expect(await goOn([[row(1), row(2, completed), row(3)]], place)).toEqual({ page: 1, clue: 3 })
  // A new one came in at the top meanwhile.
  expect(await goOn([[row(9), row(1), row(3)]], place)).toEqual({ page: 1, clue: 3 })
  // The page's last: what moved up to its place.
  expect(await goOn([[row(1), row(7)]], { ...place, after: undefined })).toEqual({ page: 1, clue: 7 })
})

test('what asks for no handling is passed over, to the end of the list and then from its start', async () => {
  const done = [row(3, completed), row(4, invalid), row(5, closed)]
  expect(await goOn([[row(1), row(2, completed), ...done, row(6)]], place)).toEqual({ page: 1, clue: 6 })
  const pages = [[row(1), row(2, completed), ...done], [row(7, invalid)], [row(8, unreachable)]]
  expect(await goOn(pages, { ...place, lastPage: 3 })).toEqual({ page: 3, clue: 8 })
  expect(await goOn(pages, { ...place, lastPage: 2 })).toEqual({ page: 1, clue: 1 })
})

test('with nothing left the queue is at its end', async () => {
  expect(await goOn([[row(1, completed), row(2, completed), row(3, invalid)]], place)).toBeUndefined()
  expect(await goOn([[row(2, unreachable)]], { ...place, at: 0, after: undefined })).toBeUndefined()
  // Tried again, and once is enough.
  expect(await goOn([[row(1, unreachable), row(2, unreachable)]], place, [1, 2])).toBeUndefined()
})
