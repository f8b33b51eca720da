import { viewCounts } from '@showroom/contract/review/review.api'
import { viewedList } from '../view/public'
import { reviewList } from './review.fields'

export const reviewViews = viewedList('reviews', reviewList, viewCounts)
