/** Paths of response fields missing from the contract, which parsing drops. List items share one path. */
export function surplusOf(answer: unknown, parsed: unknown, path = ''): string[] {
  if (Array.isArray(answer)) {
    const known = Array.isArray(parsed) ? (parsed as readonly unknown[]) : []
    return [...new Set(answer.flatMap((one, at) => surplusOf(one, known[at], `${path}[]`)))]
  }
  if (typeof answer !== 'object' || answer === null) return []
  const known = (parsed ?? {}) as Readonly<Record<string, unknown>>
  return Object.entries(answer).flatMap(([key, value]) => {
    const place = path ? `${path}.${key}` : key
    return key in known ? surplusOf(value, known[key], place) : [place]
  })
}
