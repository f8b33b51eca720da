import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { lazyDialog } from '../../ui/lazyDialog'
import { isNarrow } from '../../ui/useNarrow'
import { whenUsed } from '../../ui/whenUsed'

const Annotation = lazyDialog(() => import('./Annotation').then((module) => module.Annotation))

/** Loads the form of the note field with the page, except on a phone. */
export const preloadNote = (): void => {
  if (!isNarrow()) Annotation.preload()
}

const looks = {
  'aria-label': '写批注',
  placeholder: '写批注，所有能看到该客户的同事都会看到，输入@可提醒同事',
  maxLength: 500,
}

/**
 * Adds a note to the timeline. A phone loads the form, an eighth of the page, after the first touch; it takes over the
 * focus, what was typed before, and the key that saves, but not amid a word that an input method composes.
 */
export function NoteField({ profile }: { profile: CustomerProfile }) {
  const [state, setState] = useState({
    isLoaded: false,
    isFocused: false,
    isComposing: false,
    typed: '',
    sends: false,
  })
  const update = (change: Partial<typeof state>): void => setState((before) => ({ ...before, ...change }))
  useEffect(() => {
    const show = (): void => setState((before) => ({ ...before, isLoaded: true }))
    // After a failure the form itself tries again, and shows the problem.
    const load = (): void => void Annotation.load().then(show, show)
    return isNarrow() ? whenUsed(load) : load()
  }, [])
  if (state.isLoaded && !state.isComposing)
    return (
      <Annotation
        profile={profile}
        looks={looks}
        autoFocus={state.isFocused}
        typed={state.typed}
        sends={state.sends}
      />
    )
  return (
    <div className="sr-c-note">
      <Input.TextArea
        {...looks}
        rows={1}
        onFocus={() => update({ isFocused: true })}
        onBlur={() => update({ isFocused: false, isComposing: false })}
        onChange={({ target }) => update({ typed: target.value, sends: false })}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) update({ sends: true })
        }}
        onCompositionStart={() => update({ isComposing: true })}
        onCompositionEnd={({ currentTarget }) => update({ isComposing: false, typed: currentTarget.value })}
      />
    </div>
  )
}
