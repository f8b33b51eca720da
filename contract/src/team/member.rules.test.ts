import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moduleNames } from '../kernel/call.ts'
import { flattenMember, reconcileMember } from './edit.rules.ts'
import {
  groupKey,
  hiddenModules,
  makesCycle,
  moduleTree,
  completeModules,
  toggleModule,
  treeChecks,
} from './member.rules.ts'

const modules = fc.uniqueArray(fc.constantFrom(...moduleNames))
const visible = moduleNames.filter((name) => !hiddenModules.includes(name))
const keys = fc.constantFrom<string>(...visible, ...moduleTree.map(({ title }) => groupKey(title)))

describe('the tree of permissions', () => {
  it('contains every module that is not hidden once', () => {
    const visibleModules = moduleTree.flatMap((group) =>
      group.modules.flatMap(({ name, below = [] }) => [name, ...below]),
    )
    expect(visibleModules.toSorted()).toEqual(visible.toSorted())
  })

  it('never has 客户离职 without 客户管理, whatever is clicked', () => {
    fc.assert(
      fc.property(modules, fc.array(fc.tuple(keys, fc.boolean())), (start, clicks) => {
        let checked: readonly string[] = completeModules(start, [])
        for (const [key, on] of clicks) {
          checked = toggleModule(checked, key, on)
          expect(!checked.includes('客户离职') || checked.includes('客户管理')).toBe(true)
          expect(checked.some((name) => hiddenModules.includes(name as never))).toBe(false)
          expect(key.startsWith('group:') || checked.includes(key) === on).toBe(true)
        }
      }),
    )
  })

  it('removes 客户离职 with 客户管理, but keeps 客户管理 without 客户离职', () => {
    expect(toggleModule([], '客户离职', true)).toEqual(['客户管理', '客户离职'])
    expect(toggleModule(['客户管理', '客户离职'], '客户管理', false)).toEqual([])
    expect(toggleModule(['客户管理', '客户离职'], '客户离职', false)).toEqual(['客户管理'])
    expect(toggleModule(['客户离职'], '客户离职', false)).toEqual(['客户管理'])
  })

  it('checks and clears a group as a whole, and shows a partial one as half checked', () => {
    fc.assert(
      fc.property(modules, fc.constantFrom(...moduleTree), (start, group) => {
        const key = groupKey(group.title)
        const all = toggleModule(start, key, true)
        expect(treeChecks(all).checked).toContain(key)
        const none = toggleModule(all, key, false)
        const after = treeChecks(none)
        expect([...after.checked, ...after.halfChecked]).not.toContain(key)
      }),
    )
    expect(treeChecks(['客户管理'])).toEqual({ checked: ['客户管理'], halfChecked: [groupKey('客户')] })
  })

  it('completes the chosen modules, keeps hidden ones, and is idempotent', () => {
    fc.assert(
      fc.property(modules, modules, (chosen, stored) => {
        const saved = completeModules(chosen, stored)
        for (const name of hiddenModules) expect(saved.includes(name)).toBe(stored.includes(name))
        for (const name of visible) expect(!chosen.includes(name) || saved.includes(name)).toBe(true)
        expect(saved.filter((name) => !chosen.includes(name) && !stored.includes(name))).toEqual(
          chosen.includes('客户离职') && !chosen.includes('客户管理') && !stored.includes('客户管理')
            ? ['客户管理']
            : [],
        )
        expect(completeModules(saved, saved)).toEqual(saved)
      }),
    )
    expect(completeModules(['root', 'group:客户'], [])).toEqual([])
  })
})

describe('the tree of superiors', () => {
  it('finds a cycle through the member, but ignores cycles elsewhere', () => {
    const superiors: Record<number, number> = { 1: 0, 2: 1, 3: 2, 4: 0, 8: 9, 9: 8 }
    const of = (id: number): number => superiors[id] ?? 0
    expect(makesCycle(1, 3, of)).toBe(true)
    expect(makesCycle(2, 2, of)).toBe(true)
    expect(makesCycle(3, 4, of)).toBe(false)
    expect(makesCycle(1, 0, of)).toBe(false)
    expect(makesCycle(1, 8, of)).toBe(false)
  })
})

describe('two edits of one member', () => {
  const values = {
    name: '张三',
    mobile: '138****0000',
    role: 4,
    siebelId: 'Z1',
    siebelPosition: '顾问',
    modules: '客户管理,签到',
    topUserId: 0,
    downUserIds: '9,10',
    status: 0,
  }
  it('merge different fields and conflict in the same one', () => {
    const original = flattenMember(values)
    const mine = flattenMember({ ...values, name: '张四', modules: '签到,库存,客户管理' })
    expect(
      reconcileMember(mine, flattenMember({ ...values, role: 5, downUserIds: '10,9' }), original),
    ).toEqual({
      mine: new Set(['name']),
      conflicts: [],
    })
    expect(reconcileMember(mine, flattenMember({ ...values, name: '张五' }), original).conflicts).toEqual([
      'name',
    ])
  })
})
