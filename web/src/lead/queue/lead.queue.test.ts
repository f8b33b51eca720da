import type { Rights } from '@showroom/contract/kernel/call'
import { leadStatus, leadTab } from '@showroom/contract/lead/lead.rules'
import { expect, test } from 'vitest'
import { asksForHandling } from './lead.queue'

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
    canDailyReport: false,
    readsDaily: false,
    allowFront: false,
    seesStore: false,
    onlyReads: false,
    isClosed: false,
  },
}

const { waiting, unreachable, unassigned, invalid } = leadStatus

test('stops at leads the agent can handle, and at invalid leads only on their own tab', () => {
  const stops = (tab: number, by = agent) =>
    Object.values(leadStatus).filter((status) =>
      asksForHandling(tab, { status, lacksMobile: false, isErased: false }, by),
    )
  expect(stops(leadTab.all)).toEqual([waiting, unreachable])
  expect(stops(leadTab.invalid)).toEqual([waiting, invalid, unreachable])
  const assigning = { ...agent, flags: { ...agent.flags, allowOnlineAssign: true } }
  expect(stops(leadTab.valid, assigning)).toEqual([waiting, unassigned, unreachable])
  expect(stops(leadTab.all, { ...agent, modules: [] })).toEqual([])
  const assigned = { status: leadStatus.completed, lacksMobile: true, isErased: false }
  expect(asksForHandling(leadTab.valid, assigned, { ...agent, modules: [] })).toBe(true)
  const erased = { status: leadStatus.invalid, lacksMobile: false, isErased: true }
  expect(asksForHandling(leadTab.invalid, erased, agent)).toBe(false)
  for (const status of [waiting, unassigned])
    expect(asksForHandling(leadTab.all, { ...erased, status }, agent)).toBe(true)
})
