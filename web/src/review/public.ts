/** Parts of defeat reviews that other rooms may use. */
export { reviewList } from './review.fields'
