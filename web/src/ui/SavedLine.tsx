import { CheckCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import './SavedLine.css'

interface SavedLineProps {
  /** Empty before the first save. The line itself is always rendered, so that screen readers announce its new content. */
  children?: ReactNode
  className?: string
}

/** Shows what was saved last when the user continues with the next record at once: a notice would cover that record. */
export const SavedLine = ({ children, className = '' }: SavedLineProps) => (
  <p className={`sr-saved ${className}`} role="status">
    {children && (
      <>
        <CheckCircleOutlined aria-hidden /> <span>{children}</span>
      </>
    )}
  </p>
)
