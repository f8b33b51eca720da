import { leadTab } from '@showroom/contract/lead/lead.rules'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import { leadList } from '../lead/public'
import type { ListSearch } from '../ui/list/filter/listSearch'

/** The leads behind a number, of all times or of a named range. */
export const leadsOf = (measure: (typeof leadMeasures)[number], createdDate = ''): ListSearch =>
  leadList.searchOf({
    ...leadList.usual,
    activityType: leadTab.all,
    createdDate,
    counted: leadMeasures.indexOf(measure) + 1,
  })

/** The leads that wait for a result of their cleaning: 待清洗 and 未接通. */
export const leadsToClear: ListSearch = leadsOf('leadsWaiting')
