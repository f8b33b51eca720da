import { useSyncExternalStore } from 'react'
import { pageAge } from '../api/release'
import '../ui/lines.css'

/** A line for a page that could not reload by itself, because something is typed or a reload did not help. */
export function NewRelease() {
  const isOld = useSyncExternalStore(pageAge.subscribe, pageAge.isOld)
  return (
    <div role="status">
      {isOld && (
        <p className="sr-line sr-line-calm">
          <span>已有新版本，保存后请刷新页面</span>
          <button type="button" className="sr-line-again" onClick={() => location.reload()}>
            刷新
          </button>
        </p>
      )}
    </div>
  )
}
