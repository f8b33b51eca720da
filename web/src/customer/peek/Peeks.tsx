import { useEffect, useState } from 'react'
import { lazyDialog } from '../../ui/lazyDialog'
import { whenIdle } from '../../ui/whenIdle'

const CustomerPeeks = lazyDialog(() => import('./CustomerPeeks').then((module) => module.CustomerPeeks))

/** Enables customer previews on a page; loaded once the browser is idle. */
export function Peeks() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle && <CustomerPeeks />
}
