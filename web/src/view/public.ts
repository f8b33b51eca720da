/** What other rooms may use of views. */
export { loadViews } from './view.queries'
export { useViewedList } from './useViewedList'
export { type SuppliedView, viewedList } from './views'
