import { behindBy } from '@showroom/contract/dashboard/month.rules'
import type { TargetNumbers } from '@showroom/contract/target/target.schema'
import './pace.css'

/** Bar of the part of a target that is done, with a mark at the part due by now; red once it is behind. */
export function PaceBar({
  of: { done, target, due },
}: {
  of: Pick<TargetNumbers, 'done' | 'target' | 'due'>
}) {
  if (!target || due === null) return null
  const share = (count: number): string => `${Math.min(100, (count / target) * 100).toFixed(1)}%`
  return (
    <span className="sr-pace" data-late={behindBy({ done, due }) > 0} aria-hidden>
      <span className="sr-pace-done" style={{ width: share(done) }} />
      <span className="sr-pace-due" style={{ left: share(due) }} />
    </span>
  )
}
