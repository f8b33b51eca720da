import { useEffect, useEffectEvent } from 'react'
import type { WorkQueue } from './useWorkQueue'

/** The keys of a queue's drawer, from anywhere in it. While a question stands over the drawer, that is to be answered first. */

const isCtrl = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey

const isAsked = (): boolean =>
  document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null

/** Ctrl with an arrow goes to the row before or after. */
export function useQueueKeys({ previous, next }: Pick<WorkQueue<unknown>, 'previous' | 'next'>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!isCtrl(event) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || isAsked()) return
      event.preventDefault()
      event.stopPropagation()
      ;(event.key === 'ArrowDown' ? next : previous)?.()
    }
    document.addEventListener('keydown', pressed, true)
    return () => document.removeEventListener('keydown', pressed, true)
  }, [previous, next])
}

/** Ctrl with Enter saves, also from outside of the fields: those have taken it already. */
export function useSaveKey(save: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !isCtrl(event) || event.defaultPrevented || isAsked()) return
    event.preventDefault()
    if (!event.repeat) save()
  })
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => pressed(event)
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [])
}
