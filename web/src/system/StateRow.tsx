import { type Judged, signTitles } from '@showroom/contract/system/system.rules'
import type { ReactNode } from 'react'

interface StateRowProps {
  name: string
  /** Small print after the name: what it is for. */
  purpose?: string
  judged: Judged
  /** Replaces the word of the sign `quiet`. */
  word?: string | undefined
  children?: ReactNode
}

/** One fact of the system's state: its sign, its figures, and what to do about it. */
export function StateRow({ name, purpose, judged: { sign, advice }, word, children }: StateRowProps) {
  return (
    <li className="sr-system-row" aria-label={name}>
      <span className={`sr-system-sign sr-system-${sign}`}>
        {(sign === 'quiet' && word) || signTitles[sign]}
      </span>
      <span className="sr-system-name">
        {name}
        {purpose && <span className="sr-system-purpose">{purpose}</span>}
      </span>
      <span className="sr-system-facts">{children}</span>
      {advice && <p className="sr-system-advice">{advice}</p>}
    </li>
  )
}
