import type { ReactNode } from 'react'
import { EntryPage } from './EntryPage'

/** A landing page: shows progress, or an error and the next steps. */
export function Landing({
  title,
  text,
  busy,
  children,
}: {
  title: string
  text: string
  busy?: boolean
  children?: ReactNode
}) {
  return (
    <EntryPage>
      <div className="sr-landing" role={busy ? 'status' : 'alert'}>
        {busy && <span className="sr-landing-spin" aria-hidden />}
        <h1 className="sr-entry-title">{title}</h1>
        <p>{text}</p>
        {children}
      </div>
    </EntryPage>
  )
}
