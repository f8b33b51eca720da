import { useBlocker } from '@tanstack/react-router'
import { PlainDialog } from '../ui/PlainDialog'
import { isStepBack, openLayers } from '../ui/layers'
import { notice } from '../ui/notice'
import { hasUnsaved, keepUnsaved, keptNotice, mayBeLost } from '../ui/unsaved'

/** Asks before navigation or closing the window discards typed input. */
export function UnsavedGuard() {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next, action }) => {
      if (!hasUnsaved() || current.pathname === next.pathname) return false
      // Back closes the dialog, which keeps its input itself.
      if (isStepBack(action) && openLayers().length > 0) return false
      if (!(await keepUnsaved())) return true
      notice.info(keptNotice)
      return false
    },
    enableBeforeUnload: mayBeLost,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <PlainDialog title="放弃未保存的内容?" onCancel={blocker.reset}>
      <p className="sr-plain-dialog-text">离开本页后，已填写的内容将丢失。</p>
      <div className="sr-plain-dialog-actions">
        <button type="button" className="sr-button" onClick={blocker.proceed}>
          放弃并离开
        </button>
        <button type="button" className="sr-button sr-button-primary" data-first onClick={blocker.reset}>
          继续填写
        </button>
      </div>
    </PlainDialog>
  )
}
