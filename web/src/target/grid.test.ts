import { paceOf } from '@showroom/contract/target/pace.rules'
import { noGoals, targetMeasures } from '@showroom/contract/target/target.rules'
import { expect, it } from 'vitest'
import { blockOf, changedCells, goalOfText, type GridRow, keyOf } from './grid'

const numbers = Object.fromEntries(
  targetMeasures.map((measure) => [
    measure,
    {
      ...paceOf({ target: null, done: 0, days: [0], gone: 0 }),
      goals: { ...noGoals, sprint: 12 },
      rowVersion: 3,
    },
  ]),
) as GridRow['numbers']
const row: GridRow = { id: 7, name: '安娜', isEditable: true, numbers }

it('reads a block of a spreadsheet, without its last line break', () => {
  expect(blockOf('1\t2\r\n3\t\r\n')).toEqual([
    ['1', '2'],
    ['3', ''],
  ])
  expect(blockOf('1,200')).toEqual([['1,200']])
})

it('takes numbers as people type and copy them', () => {
  expect(['12', ' 1,200 ', '１２', ''].map(goalOfText)).toEqual([12, 1200, 12, null])
  expect(['1.5', '-1', '十', '100000', '1e3'].map(goalOfText)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('saves changed cells with their other levels and the version that was read', () => {
  const edits = new Map([[keyOf(7, 'orders', 'basic'), { text: '10', rowVersion: 2 }]])
  expect(changedCells([row], edits).cells).toEqual([
    { memberId: 7, measure: 'orders', basic: 10, sprint: 12, challenge: null, rowVersion: 2 },
  ])
  const wrong = new Map([...edits, [keyOf(7, 'visits', 'challenge'), { text: '很多', rowVersion: 3 }]])
  expect(changedCells([row], wrong)).toEqual({ cells: [], problem: '安娜 · 到店：挑战请输入整数' })
  const low = new Map([[keyOf(7, 'orders', 'basic'), { text: '13', rowVersion: 3 }]])
  expect(changedCells([row], low)).toEqual({ cells: [], problem: '安娜 · 订车：冲刺不能低于基本' })
})
