/** What other rooms may use of defeat reviews. */
export { reviewList } from './review.fields'
