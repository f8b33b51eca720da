import { useEffect } from 'react'
import { holdLine } from '../../api/live'
import { useChangeWall } from './useWall'

/**
 * Over everything, as a wall needs it: without the shell, and without the browser's own frame where that is allowed. The line stays open
 * although nobody touches the page, and the screen stays on.
 */
export function useFullScreen(isFull: boolean): (isFull: boolean) => void {
  const change = useChangeWall()

  useEffect(() => {
    if (!isFull) return undefined
    const letGo = holdLine()
    const left = (): void => {
      if (!document.fullscreenElement) change({ isFull: false })
    }
    // Opened by its address (a browser in kiosk mode) there is no full screen of the page to leave: Esc leaves the wall itself.
    const pressed = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && !document.fullscreenElement) change({ isFull: false })
    }
    document.addEventListener('fullscreenchange', left)
    document.addEventListener('keydown', pressed)
    const letSleep = keepAwake()
    return () => {
      letGo()
      letSleep()
      document.removeEventListener('fullscreenchange', left)
      document.removeEventListener('keydown', pressed)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- navigates by the address of the moment
  }, [isFull])

  return (next) => {
    if (next) void document.documentElement.requestFullscreen?.().catch(() => undefined)
    else if (document.fullscreenElement) void document.exitFullscreen()
    change({ isFull: next })
  }
}

/** Keeps the screen on for as long as it is looked at; the browser lets go of that when the page is hidden. Gives back how to end it. */
function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let isWanted = true
  const ask = async (): Promise<void> => {
    if (document.hidden || !isWanted || !('wakeLock' in navigator)) return
    lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (!isWanted) void lock?.release()
  }
  const turned = (): void => void ask()
  document.addEventListener('visibilitychange', turned)
  void ask()
  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', turned)
    void lock?.release()
  }
}
