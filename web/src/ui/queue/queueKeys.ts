import { useEffect } from 'react'
import { isAsked } from '../asked'
import type { WorkQueue } from './useWorkQueue'

const isCtrl = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey

/** Ctrl with an arrow key opens the previous or next row from anywhere in a queue's drawer, unless a dialog is open over it. */
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
