import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { failureText, isUnreachable } from '../failure'
import { notice } from '../notice'
import { type ShownOffer, type UndoOffer, undoMs, undoStore } from './undo'
import './undo.css'

/** Container for the offer to undo the last action; mounted once, around the pages. */
export function UndoBar() {
  const offer = useSyncExternalStore(undoStore.subscribe, undoStore.read)
  // The dialog outlives the bar that opened it.
  const [left, setLeft] = useState<UndoOffer['left']>()
  return (
    <>
      {/* Always rendered, so that screen readers announce its new content. */}
      <div className="sr-undo-place" role="status" aria-live="polite">
        {offer && <Offer key={offer.id} offer={offer} onLeft={setLeft} />}
      </div>
      {left?.render(() => setLeft(undefined))}
    </>
  )
}

/** The line that shrinks with the remaining time. */
const leftStyle = { '--sr-undo-time': `${undoMs}ms` } as CSSProperties

interface OfferProps {
  offer: ShownOffer
  onLeft: (left: UndoOffer['left']) => void
}

function Offer({ offer, onLeft }: OfferProps) {
  const { id, text, about, undo, left } = offer
  const [busy, setBusy] = useState(false)
  const { isHeld, pauses } = useTimeLeft(busy, () => undoStore.drop(id))
  const takeBack = async (): Promise<void> => {
    if (busy || !undo) return
    setBusy(true)
    try {
      const outcome = (await undo()) ?? '已撤销'
      undoStore.drop(id)
      notice.success(outcome)
    } catch (error) {
      setBusy(false)
      // An unreachable server may be back in a moment, so the offer stays.
      if (!isUnreachable(error)) undoStore.drop(id)
      notice.error(failureText(error))
    }
  }
  useUndoKey(() => void takeBack())
  return (
    <div className="sr-undo" {...pauses}>
      <span className={`sr-undo-left ${isHeld ? 'sr-undo-held' : ''}`} style={leftStyle} aria-hidden />
      <span className="sr-undo-text">
        {text}
        {about && <span className="sr-undo-about">{about}</span>}
      </span>
      {left && (
        <Button type="link" size="small" danger className="sr-undo-back" onClick={() => onLeft(left)}>
          {left.label}
        </Button>
      )}
      {undo && (
        <>
          <Button
            type="link"
            size="small"
            className="sr-undo-back"
            loading={busy}
            aria-keyshortcuts="Control+Z"
            onClick={() => void takeBack()}
          >
            撤销
          </Button>
          <kbd className="sr-undo-key" aria-hidden>
            Ctrl Z
          </kbd>
        </>
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label="关闭"
        onClick={() => undoStore.drop(id)}
      />
    </div>
  )
}

/** Calls `over` when the time is up. The time stops while the pointer or the focus is on the offer and while the page is hidden. */
function useTimeLeft(busy: boolean, over: () => void) {
  const left = useRef(undoMs)
  const [held, setHeld] = useState({ pointer: false, keyboard: false, hidden: document.hidden })
  const end = useEffectEvent(over)
  const isHeld = busy || held.pointer || held.keyboard || held.hidden
  useEffect(() => {
    if (isHeld) return undefined
    const since = performance.now()
    const timer = setTimeout(() => end(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1000, left.current - (performance.now() - since))
    }
  }, [isHeld])
  useEffect(() => {
    const turned = (): void => setHeld((before) => ({ ...before, hidden: document.hidden }))
    document.addEventListener('visibilitychange', turned)
    return () => document.removeEventListener('visibilitychange', turned)
  }, [])
  const hold = (part: Partial<typeof held>) => (): void => setHeld((before) => ({ ...before, ...part }))
  const pauses = {
    onPointerEnter: hold({ pointer: true }),
    onPointerLeave: hold({ pointer: false }),
    onFocus: hold({ keyboard: true }),
    onBlur: hold({ keyboard: false }),
  }
  return { isHeld, pauses }
}

/** Undoes on Ctrl+Z, except in a text field, where the browser undoes the typing. */
function useUndoKey(takeBack: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
    if (event.shiftKey || event.altKey || event.defaultPrevented) return
    const inField =
      event.target instanceof Element &&
      event.target.closest('input:not([type=radio], [type=checkbox]), textarea, [contenteditable=true]')
    if (inField) return
    event.preventDefault()
    takeBack()
  })
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => pressed(event)
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [])
}
