import type { ReactNode } from 'react'
import { StateArt } from './StateArt'
import './parts.css'

interface EmptyStateProps {
  title: string
  hint?: ReactNode
  /** Buttons or links that help on. */
  children?: ReactNode
}

/** Nothing here (yet): says so, and what one can do about it. */
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
