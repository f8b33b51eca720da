/** Parts of a store's settings that other rooms may use. */
export { dealerQuery } from './setting.queries'
