import { expect, it } from 'vitest'
import { activityType, nextActivityTypes } from '../customer/customer.rules.ts'
import { tabTypes } from './tab.rules.ts'

it('every activity that can be planned or done appears on exactly one tab', () => {
  const onTabs = Object.values(tabTypes).flatMap((types) => types ?? [])
  expect(onTabs.toSorted((a, b) => a - b)).toEqual(Object.values(activityType).toSorted((a, b) => a - b))
  for (const type of nextActivityTypes) expect(onTabs).toContain(type)
})
