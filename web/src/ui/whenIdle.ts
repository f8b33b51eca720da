/** Does it once the page has nothing else to do; the result calls it off. (Safari has no idle callback.) */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 1500)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout: 5000 })
  return () => cancelIdleCallback(idle)
}
