import { leadTab } from '@showroom/contract/lead/lead.rules'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import { expect, test } from 'vitest'
import { leadList } from '../lead/public'
import { leadsToClear } from './leadLinks'

test('待清洗 opens the leads without a result of all times, 未接通 included', () => {
  expect(leadList.filterOf(leadList.Search.parse(leadsToClear))).toMatchObject({
    activityType: leadTab.all,
    createdDate: '',
    counted: leadMeasures.indexOf('leadsWaiting') + 1,
  })
})
