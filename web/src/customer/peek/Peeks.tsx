import { useEffect, useState } from 'react'
import { lazyDialog } from '../../ui/lazyDialog'
import { whenIdle } from '../../ui/whenIdle'

const CustomerPeeks = lazyDialog(() => import('./CustomerPeeks').then((module) => module.CustomerPeeks))

/** Lets one look at the customers of a page from their names; fetched once the page stands. */
export function Peeks() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle && <CustomerPeeks />
}
