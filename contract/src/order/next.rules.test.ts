import { expect, it } from 'vitest'
import { nextStepOf } from './next.rules.ts'
import { awaitsCar, orderCan, orderStatus } from './order.rules.ts'

const statuses = Object.values(orderStatus)

it('names a step for every order that is not at its end', () => {
  const without = statuses.filter((status) => !nextStepOf(status))
  expect(new Set(without)).toEqual(new Set([orderStatus.completed, orderStatus.cancelled]))
})

it.each(statuses)(
  'offers in status %i an action that the status allows, and no delivery without a car',
  (status) => {
    const { action, actor } = nextStepOf(status) ?? {}
    if (action) expect(orderCan[action](status)).toBe(true)
    expect(action === undefined).toBe(actor === 'maker' || actor === undefined)
    if (awaitsCar(status)) expect(action).not.toBe('deliver')
  },
)

it('lists the steps that follow', () => {
  expect(nextStepOf(orderStatus.submitted)?.after).toEqual(['厂家配车', '在途', '到店', '交车'])
  expect(nextStepOf(orderStatus.accepted)?.after).toEqual(['在途', '到店', '交车'])
  expect(nextStepOf(orderStatus.equipped)?.after).toEqual([])
})
