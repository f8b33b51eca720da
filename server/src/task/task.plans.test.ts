import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexesOf, nodes, openLargeStore, typesOf } from '../../test/database/plans.ts'
import type { LargeStore, Plan, Plans } from '../../test/database/plans.ts'

/** Query plans for the tasks of a large store. */

let tokens: LargeStore['tokens']
let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  ;({ tokens } = store)
}, 120_000)
afterAll(() => store.close())

const plansOf = (...request: Parameters<LargeStore['plansOf']>): Promise<Plans[]> => store.plansOf(...request)

describe('follow-up tasks', () => {
  const filters: readonly [string, object][] = [
    ['no filter', {}],
    ['levels', { level: 'H,A' }],
    ['online', { fromType: 1 }],
    ['offline', { fromType: 2 }],
    ['series', { seriesIds: '1201,1203' }],
    ['members', { saleIds: '17,18' }],
    ['a name', { key: '张伟' }],
    ['one character', { key: '张' }],
    ['digits', { key: '4321' }],
    ['all of them', { level: 'H', fromType: 2, seriesIds: '1201', saleIds: '17,18', key: '张' }],
  ]
  const states = { today: 0, pending: 1, overdue: 2, completed: 3 }

  test.each(filters)('%s: every tab and its counts come from indexes', async (_name, filter) => {
    for (const who of ['head', 'consultant'] as const) {
      for (const filterType of Object.values(states))
        expect(await plansOf(rooms.task.list, tokens[who], { ...filter, filterType })).toHaveLength(1)
      expect(await plansOf(rooms.task.counts, tokens[who], filter)).toHaveLength(1)
    }
  })

  test('with a keyword reach completed ones through their customers', async () => {
    for (const who of ['head', 'consultant'] as const)
      for (const key of ['张伟', '4321']) {
        const [plans] = await plansOf(rooms.task.list, tokens[who], { filterType: states.completed, key })
        const read = nodes(plans?.generic ?? { 'Node Type': '' })
        const ofAll = read.filter((node) => node['Index Name']?.startsWith('activity_done'))
        expect(ofAll).toEqual([])
        expect(read.flatMap(indexesOf)).toContain('activity_customer')
      }
  })

  test.each([2, 3])('by level %i: every tab comes from indexes', async (orderType) => {
    for (const who of ['head', 'consultant'] as const)
      for (const filterType of Object.values(states)) {
        const [plans] = await plansOf(rooms.task.list, tokens[who], { filterType, orderType })
        const read = nodes(plans?.generic ?? { 'Node Type': '' })
        const whole = read.filter((node) => node['Node Type'] === 'Seq Scan')
        const large = whole.filter((node) => ['activity', 'deal'].includes(node['Relation Name'] ?? ''))
        expect(large).toEqual([])
      }
  })

  const pageOfTasks = async (filterType: number): Promise<Plan | undefined> => {
    const [plans] = await plansOf(rooms.task.list, tokens.head, { filterType })
    return nodes(plans?.generic ?? { 'Node Type': '' }).find((node) => node['Node Type'] === 'Limit')
  }
  test('of the whole store come sorted from the index alone', async () => {
    const page = await pageOfTasks(states.completed)
    expect(page && typesOf(page)[1]).toBe('Index Only Scan')
    expect(page && indexesOf(page)[0]).toBe('activity_done')
  })

  test('open ones are ordered by what comes next from indexes: only the appointments of a day are read as rows', async () => {
    for (const filterType of [states.today, states.pending, states.overdue]) {
      const page = await pageOfTasks(filterType)
      const read = page ? nodes(page).filter((node) => node['Relation Name'] !== undefined) : []
      const scans = read.map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`)
      expect([...new Set(scans)].toSorted()).toEqual([
        'Index Only Scan activity_due_day',
        'Index Only Scan deal_current',
        'Index Scan activity_appointed',
      ])
    }
  })

  test('are counted without reading rows of an activity or a deal', async () => {
    for (const filter of [{}, { level: 'H,A' }, { fromType: 2 }]) {
      const [plans] = await plansOf(rooms.task.counts, tokens.head, filter)
      const read = nodes(plans?.generic ?? { 'Node Type': '' }).filter((node) =>
        /Scan/.test(node['Node Type']),
      )
      const rows = read.filter((node) => ['activity', 'deal'].includes(node['Relation Name'] ?? ''))
      expect(rows.length).toBeGreaterThan(1)
      for (const node of rows) expect(node['Node Type']).toBe('Index Only Scan')
    }
  })
})
