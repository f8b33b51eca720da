import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { expect, test } from 'vitest'
import { canAct } from './bulk'

const row = { level: 'H', waitingFailReview: false, isSuspend: false } as CustomerRow
const chosen = (...rows: CustomerRow[]) => ({ ids: [], rows, filter: undefined, total: rows.length })

test('offers only actions that can change a chosen customer', () => {
  expect(canAct('wake', chosen(row))).toBe(false)
  expect(canAct('wake', chosen(row, { ...row, isSuspend: true }))).toBe(true)
  expect(canAct('reassign', chosen({ ...row, level: 'F' }, { ...row, waitingFailReview: true }))).toBe(false)
  expect(canAct('tag', chosen({ ...row, level: 'F' }))).toBe(true)
  expect(canAct('wake', { ...chosen(), rows: undefined })).toBe(true)
  // Pressed without a choice, an action asks for one.
  expect(canAct('reassign', chosen())).toBe(true)
})
