import { useConnection } from './FailedReads'
import './parts.css'

/**
 * Placeholder for a dialog whose code is still loading, in the same place and size, so that a click shows something at
 * once. Without a network it does not cover the page, which can be used meanwhile.
 */
export function DialogFrame({ title, width }: { title: string; width: number }) {
  if (useConnection() !== 'up') return null
  return (
    <div className="sr-dialog-frame" role="status" aria-label={`${title}，加载中`}>
      <div className="sr-dialog-frame-box" style={{ width }}>
        <p className="sr-dialog-frame-title">{title}</p>
        <div className="sr-dialog-frame-body">
          {['88%', '70%', '80%', '64%'].map((line) => (
            <div key={line} className="sr-bone" style={{ width: line, height: 32 }} />
          ))}
        </div>
      </div>
    </div>
  )
}
