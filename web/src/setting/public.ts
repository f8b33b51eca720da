/** What other rooms may use of a store's settings. */
export { dealerQuery } from './setting.queries'
