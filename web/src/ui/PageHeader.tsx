import { type ReactNode } from 'react'
import './parts.css'
import { useTitle } from './title'

interface PageHeaderProps {
  title: string
  /** One quiet line under the title. */
  hint?: ReactNode
  /** Printed instead of the hint, e.g. the day that a field shows on screen. */
  onPaper?: string
  /** Tabs of the page's area, which show the title among its siblings: the heading itself is for screen readers. */
  tabs?: ReactNode
  /** Shown before the title: a back link. */
  back?: ReactNode
  /** Shown at the right: the page's actions. */
  children?: ReactNode
}

/** Page header. Also sets the document title, so that browser tabs and history entries are distinguishable. */
export function PageHeader({ title, hint, onPaper, tabs, back, children }: PageHeaderProps) {
  useTitle(title)
  return (
    <header className="sr-page-header">
      {back}
      <div className={`sr-page-header-text ${tabs ? 'sr-page-header-tabs' : ''}`}>
        <h1 className={`sr-page-title ${tabs ? 'sr-visually-hidden' : ''}`}>{title}</h1>
        {tabs}
        {hint && (
          <p className={`sr-page-hint ${onPaper ? 'sr-on-screen' : ''}`}>
            {typeof hint === 'string' ? withLineDots(hint) : hint}
          </p>
        )}
        {onPaper && <p className="sr-page-hint sr-on-paper">{onPaper}</p>}
      </div>
      {children && <div className="sr-page-extra">{children}</div>}
    </header>
  )
}

/** Keeps the dots between facts at the end of a line: a line would begin with one. */
const withLineDots = (text: string): string => text.replaceAll(' · ', '\u00a0· ')
