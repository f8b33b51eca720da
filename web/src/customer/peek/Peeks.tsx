import { useEffect, useState } from 'react'
import { lazyDialog } from '../../ui/lazyDialog'
import { whenUsed } from '../../ui/whenUsed'

const CustomerPeeks = lazyDialog(() => import('./CustomerPeeks').then((module) => module.CustomerPeeks), null)

/** Enables customer previews on a page; loaded once the page is used. */
export function Peeks() {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => whenUsed(() => setUsed(true)), [])
  return isUsed && <CustomerPeeks />
}
