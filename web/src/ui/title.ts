import { useEffect } from 'react'
import { maskMobiles } from '../api/mobile'

const product = '展厅 Showroom'

/**
 * Sets the document's title while the component is mounted, so that tabs and history entries are distinguishable. The browser's history
 * keeps it, so mobiles are masked, and a title holds no name of a customer. `isWhole` leaves out the product's name, as for the file name of
 * a printed sheet.
 */
export function useTitle(title: string, { isWhole = false } = {}): void {
  useEffect(() => {
    document.title = isWhole ? maskMobiles(title) : `${maskMobiles(title)} - ${product}`
    return () => {
      document.title = product
    }
  }, [title, isWhole])
}
