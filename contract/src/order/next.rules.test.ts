import { expect, it } from 'vitest'
import { nextStepOf } from './next.rules.ts'
import { awaitsCar, orderCan, orderStatus } from './order.rules.ts'

const statuses = Object.values(orderStatus)

it('names a step for every order that is not at its end', () => {
  const without = statuses.filter((status) => !nextStepOf(status))
  expect(new Set(without)).toEqual(new Set([orderStatus.completed, orderStatus.cancelled]))
})

it('offers only actions that the status allows, and no delivery without a car', () => {
  const offered = statuses.flatMap((status) => {
    const action = nextStepOf(status)?.action
    return action ? [{ status, action }] : []
  })
  expect(offered.filter(({ status, action }) => !orderCan[action](status))).toEqual([])
  expect(offered.filter(({ status, action }) => action === 'deliver' && awaitsCar(status))).toEqual([])
})

it('leaves the steps of the maker without an action, and only those', () => {
  const without = statuses.filter((status) => nextStepOf(status) && !nextStepOf(status)?.action)
  expect(without).toEqual(statuses.filter((status) => nextStepOf(status)?.actor === 'maker'))
})

it('lists the steps that follow', () => {
  expect(nextStepOf(orderStatus.submitted)?.after).toEqual(['厂家配车', '在途', '到店', '交车'])
  expect(nextStepOf(orderStatus.accepted)?.after).toEqual(['在途', '到店', '交车'])
  expect(nextStepOf(orderStatus.equipped)?.after).toEqual([])
})
