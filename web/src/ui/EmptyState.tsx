import type { ReactNode } from 'react'
import { StateArt } from './StateArt'
import './parts.css'

interface EmptyStateProps {
  title: string
  hint?: ReactNode
  /** Buttons or links for the next step. */
  children?: ReactNode
}

/** Empty state: says that there is nothing to show and suggests what to do. */
export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className="sr-state">
      <StateArt />
      <p className="sr-state-title">{title}</p>
      {hint && <p className="sr-state-hint">{hint}</p>}
      {children && <div className="sr-state-actions">{children}</div>}
    </div>
  )
}
