import { viewCounts } from '@showroom/contract/lead/lead.api'
import { viewedList } from '../../view/public'
import { leadList } from './lead.fields'

export const leadViews = viewedList('leads', leadList, viewCounts)
