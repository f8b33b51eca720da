/** Parts of views that other rooms may use. */
export { loadViews } from './view.queries'
export { useSizedList } from './useSizedList'
export { useViewedList } from './useViewedList'
export { viewedList } from './views'
