import { useEffect } from 'react'
import { holdLine } from '../../api/live'
import { useChangeWall } from './useWall'

/**
 * Fills the window for a wall: without the shell, and without the browser's own frame if allowed. The stream stays
 * open without any interaction, and the screen stays on.
 */
export function useFullScreen(isFull: boolean): (isFull: boolean) => void {
  const change = useChangeWall()

  useEffect(() => {
    if (!isFull) return undefined
    const releaseAll = holdLine()
    const left = (): void => {
      if (!document.fullscreenElement) change({ isFull: false })
    }
    // A page opened by its address (a browser in kiosk mode) is not in the browser's full screen, so Esc leaves the
    // wall view itself.
    const pressed = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && !document.fullscreenElement) change({ isFull: false })
    }
    document.addEventListener('fullscreenchange', left)
    document.addEventListener('keydown', pressed)
    const letSleep = keepAwake()
    return () => {
      releaseAll()
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

/**
 * Keeps the screen on while the page is visible; the browser releases the lock when the page is hidden. Returns a
 * function that ends it.
 */
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
