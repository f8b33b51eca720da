import { CheckCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import './SavedLine.css'

interface SavedLineProps {
  /** Nothing before the first was saved: the line is there all the time, so that what comes into it is read out. */
  children?: ReactNode
  className?: string
}

/** What was saved last, where one goes on to the next one at once: a notice would cover whom to turn to now. */
export const SavedLine = ({ children, className = '' }: SavedLineProps) => (
  <p className={`sr-saved ${className}`} role="status">
    {children && (
      <>
        <CheckCircleOutlined aria-hidden /> <span className="sr-saved-text">{children}</span>
      </>
    )}
  </p>
)
