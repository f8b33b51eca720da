import { useSyncExternalStore } from 'react'
import { pageAge } from '../api/release'
import '../ui/failed-reads.css'

/** A line for a page that could not reload by itself, because something is typed or a reload did not help. */
export function NewRelease() {
  const isOld = useSyncExternalStore(pageAge.subscribe, pageAge.isOld)
  return (
    <div className="sr-failed" role="status">
      {isOld && (
        <p className="sr-failed-line sr-failed-calm">
          <span>已有新版本，保存后请刷新页面</span>
          <button type="button" className="sr-failed-again" onClick={() => location.reload()}>
            刷新
          </button>
        </p>
      )}
    </div>
  )
}
