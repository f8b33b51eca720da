import type { DictionaryKind } from '@showroom/contract/base/base.schema'
import { defeatBranch, timelineType } from '@showroom/contract/customer/customer.rules'
import { cityReason } from '@showroom/contract/lead/lead.rules'
import { expect, it } from 'vitest'
import { demoNow } from '../../test/templates/demo.ts'
import { dictionaries } from './dictionaries.ts'
import { narrateDemo } from './narrate.ts'
import { demoDealers } from './network.ts'

/** Checks that in each demo store every filter matches something and every kind of row exists. */

const { ledger } = narrateDemo(demoNow.getTime() / 1000)
const deals = ledger.deals.filter((deal) => deal.is_current)
const open = ledger.activities.filter((one) => !one.completed_at && !one.cancelled_at)
const done = ledger.activities.filter((one) => one.completed_at)

const codesOf = (kind: DictionaryKind): number[] => dictionaries[kind].map(([value]) => Number(value))

interface Row {
  readonly dealer_id: number
}
/** One check per code: a label, and the rows that have the code. */
const each = <One extends Row>(
  what: string,
  rows: readonly One[],
  codes: readonly (number | string)[],
  valueOf: (row: One) => unknown,
): [string, readonly Row[]][] =>
  codes.map((code) => [`${what} ${code}`, rows.filter((row) => valueOf(row) === code)])

const resultOf = (key: string) => (activity: { result: unknown }) =>
  (activity.result as Record<string, unknown> | null)?.[key]

const kinds: readonly [string, readonly Row[]][] = [
  ...each('level', deals, ['N', 'H', 'A', 'B', 'C', 'O', 'D', 'F'], (deal) => deal.level),
  ...each('source', deals, codesOf('customerFromSources'), (deal) => deal.from_source),
  ...each('online source', deals, codesOf('onlineSources'), (deal) =>
    deal.from_source === 98 ? deal.other_source : undefined,
  ),
  ...each('kind of business', deals, codesOf('businessTypes'), (deal) => deal.business_type),
  ...each('budget', deals, codesOf('budgets'), (deal) => deal.budget),
  ...each('region', deals, [1, 2, 3], (deal) => deal.is_remote),
  ...each('arrival', deals, [1, 2], (deal) => deal.arrival_kind),
  ...each('payment', deals, [1, 2], (deal) => deal.pay_type),
  ...each('cross recall', deals, [1, 2], (deal) => deal.cross_recall),
  ...each('dormant for days', deals, codesOf('resumeDurations'), (deal) =>
    deal.suspended_at ? deal.resume_duration : undefined,
  ),
  ['smart drive', deals.filter((deal) => deal.smart_driven_at)],
  ['waiting for review', deals.filter((deal) => deal.waiting_fail_review)],
  ['WeCom contact', ledger.customers.filter((customer) => customer.is_wecom)],
  ['name of thirty characters', ledger.customers.filter(({ name }) => name.length === 30)],
  ['surname of four characters', ledger.customers.filter(({ name }) => /^(爱新觉罗|欧阳司徒)/.test(name))],
  [
    'company name of fifty characters',
    ledger.customers.filter(({ company_name }) => company_name.length === 50),
  ],
  ['company', ledger.customers.filter((customer) => customer.type === 2)],
  ...each('document', ledger.customers, codesOf('identifyTypes'), (customer) =>
    customer.identify_no ? customer.identify_type : undefined,
  ),
  ...each('request', ledger.defeats, [0, 1, 2], (request) => request.state),
  ...each('order', ledger.orders, codesOf('orderStatusDics'), (order) => order.status),
  ...each('open activity', open, [1, 2, 3, 8, 14, 15], (activity) => activity.type),
  ...each('done activity', done, [1, 2, 3, 4, 5, 8, 14, 15], (activity) => activity.completed_type),
  ...each('way of contact', done, codesOf('contactTypes'), resultOf('contactType')),
  ...each('event', done, codesOf('followEvents'), resultOf('event')),
  ...each('length of a visit', done, codesOf('comeDurations'), resultOf('comeDuration')),
  ...each('result of a drive', done, codesOf('testResults'), resultOf('testResult')),
  ...each('class of lead', ledger.leads, [1, 2], (lead) => lead.clue_level),
  ...each('region of lead', ledger.leads, [1, 2, 3], (lead) => lead.is_remote),
  ...each('state of lead', ledger.leads, [2, 3, 4, 12], (lead) => lead.status),
  ['repeat', ledger.leads.filter((lead) => lead.is_repeat)],
  ['recorded call', ledger.calls.filter((call) => call.audio_key)],
  ['call without a recording', ledger.calls.filter((call) => !call.audio_key)],
  ['recording in the timeline', ledger.timeline.filter((row) => row.audio_key)],
  ['shared drive', ledger.shares],
  ...each(
    'record',
    ledger.timeline,
    // The demo imports nothing from an older system.
    Object.values(timelineType).filter(
      (type) => type !== timelineType.leadCleaned && type !== timelineType.imported,
    ),
    (row) => row.type,
  ),
]

/** Checks that depend on the store: whether it passes customers on to other cities, and whether it cleans leads. */
function kindsOf({ cityPool, policy }: (typeof demoDealers)[number]): readonly [string, readonly Row[]][] {
  const reasons = codesOf('failReasons').filter((reason) => cityPool || !defeatBranch(reason).city)
  const invalid = codesOf('clueInvalidReasons').filter((reason) => cityPool || reason !== cityReason)
  const cleans = policy !== 3
  return [
    ...each('lost for', deals, reasons, (deal) => (deal.level === 'F' ? deal.fail_reason : undefined)),
    ...each('invalid for', ledger.leads, invalid, (lead) => (lead.status === 4 ? lead.invalid_reason : 0)),
    ...(cleans ? each('state of lead', ledger.leads, [1, 5], (lead) => lead.status) : []),
    ...(cleans ? each('record', ledger.timeline, [timelineType.leadCleaned], (row) => row.type) : []),
  ]
}

it.each(demoDealers.map((dealer) => [dealer.name, dealer] as const))(
  '%s has every kind of row',
  (_name, dealer) => {
    const missing = [...kinds, ...kindsOf(dealer)].filter(
      ([, rows]) => !rows.some((row) => row.dealer_id === dealer.id),
    )
    expect(missing.map(([what]) => what)).toEqual([])
  },
)
