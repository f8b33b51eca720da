import { viewCounts } from '@showroom/contract/desk/desk.api'
import { viewedList } from '../../view/public'
import { deskList } from './desk.fields'

export const deskViews = viewedList('desk', deskList, viewCounts)
