import { expect, it } from 'vitest'
import { expectedParts, hourText, isVisitLate } from './desk.labels'

const day = 1_795_795_200

it('marks a drive as late once its agreed end has passed, and a wait after ten minutes', () => {
  const drive = { plate: '浙A1D345', outAt: day, dueAt: day + 3600 }
  expect(isVisitLate({ waitsSince: 0, drive }, day + 3600)).toBe(false)
  expect(isVisitLate({ waitsSince: 0, drive }, day + 3601)).toBe(true)
  expect(isVisitLate({ waitsSince: day, drive: null }, day + 600)).toBe(false)
  expect(isVisitLate({ waitsSince: day, drive: null }, day + 601)).toBe(true)
  expect(isVisitLate({ waitsSince: 0, drive: null }, day + 9999)).toBe(false)
})

it('describes a plan of today by hour, reason, series and car', () => {
  expect(hourText(day)).toBe('今天')
  expect(hourText(day + 34_200)).toBe('09:30')
  expect(expectedParts({ activityType: 3, specName: '松涧', plate: '' })).toEqual(['试驾', '松涧'])
  expect(expectedParts({ activityType: 2, specName: '', plate: '浙A1' })).toEqual(['到店', '浙A1'])
})
