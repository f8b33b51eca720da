import { useQuery } from '@tanstack/react-query'
import { storePaces, TargetBars, thisMonthQuery } from '../../target/public'

/** The store's targets of this month as bars; nothing without targets. */
export function WallTargets() {
  const { data } = useQuery(thisMonthQuery())
  const paces = data ? storePaces(data) : []
  if (paces.length === 0) return null
  return (
    <section className="sr-wall-targets" aria-label="本月目标">
      <TargetBars paces={paces} />
    </section>
  )
}
