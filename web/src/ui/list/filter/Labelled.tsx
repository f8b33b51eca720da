import type { ReactNode } from 'react'
import './Labelled.css'

/** A filter with its label before it (above it on a phone). The control carries its own accessible name. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="sr-labelled">
      <span className="sr-labelled-text" aria-hidden>
        {label}
      </span>
      <div className="sr-labelled-control">{children}</div>
    </div>
  )
}
