/** `AbortSignal.any`: a signal that aborts with the first of some. */
AbortSignal.any = (signals) => {
  const controller = new AbortController()
  const { signal } = controller
  for (const one of signals) {
    if (one.aborted) controller.abort(one.reason)
    else one.addEventListener('abort', () => controller.abort(one.reason), { once: true, signal })
  }
  return signal
}
