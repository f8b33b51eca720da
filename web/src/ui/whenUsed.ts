import { whenIdle } from './whenIdle'

const signs = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'] as const
const how = { capture: true, passive: true } as const
let isUsed = false

/**
 * Runs `work` when the browser is idle after the user's first move, at once idle if there was one; the result cancels
 * it. For code that only a user's next step needs: on a telephone it would double the time until the page itself
 * responds.
 */
export function whenUsed(work: () => void): () => void {
  let callOff = (): void => undefined
  const stop = (): void => signs.forEach((sign) => removeEventListener(sign, start, how))
  const start = (): void => {
    isUsed = true
    stop()
    callOff = whenIdle(work)
  }
  if (isUsed) start()
  else signs.forEach((sign) => addEventListener(sign, start, how))
  return () => {
    stop()
    callOff()
  }
}
