import { SearchOutlined } from '@ant-design/icons'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lazyDialog } from '../../ui/lazyDialog'
import { isNarrow } from '../../ui/useNarrow'
import { useShortcut } from '../../ui/useShortcut'
import { whenIdle } from '../../ui/whenIdle'
import { whenUsed } from '../../ui/whenUsed'

const load = () => import('./Palette')
const KeysDialog = lazyDialog(() => import('../KeysDialog').then((module) => module.KeysDialog))
const Palette = lazyDialog(() => load().then((module) => module.Palette))

/** Opens the palette, by a field in the header or by Ctrl+K anywhere. On a phone it is an icon. */
export function FindField({ session }: { session: SessionInfo }) {
  const [open, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  useShortcut('?', '', () => setAsked(true), { opens: false })
  const router = useRouter()
  useEffect(() => {
    let end: (() => void) | undefined
    let gone = false
    // Loads the palette in advance, and records opened pages for it. With a keyboard the first key may be Ctrl+K, and text
    // follows at once.
    const callOff = (isNarrow() ? whenUsed : whenIdle)(() => {
      void load().then(
        ({ watchOpened }) => {
          if (!gone) end = watchOpened(router, session)
        },
        () => undefined,
      )
    })
    return () => {
      gone = true
      callOff()
      end?.()
    }
  }, [router, session])
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <button
        type="button"
        className="sr-find"
        aria-label="查找客户、线索、页面"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={Palette.preload}
        onFocus={Palette.preload}
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden />
        <span className="sr-find-text">查找客户、线索、页面</span>
        {/* Drawn by the style sheet, so that the button's accessible name has no key in it. */}
        <span className="sr-kbd" data-keys="Ctrl K" aria-hidden />
      </button>
      {open && <Palette onClosed={() => setOpen(false)} onKeys={() => setAsked(true)} />}
      {isAsked && <KeysDialog onClosed={() => setAsked(false)} />}
    </>
  )
}
