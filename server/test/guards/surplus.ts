import { maskText } from '@showroom/contract/kernel/mask'

/** Paths of response fields missing from the contract, which parsing drops. List items share one path. */
export function surplusOf(answer: unknown, parsed: unknown, path = ''): string[] {
  if (Array.isArray(answer)) {
    const elements = Array.isArray(parsed) ? (parsed as readonly unknown[]) : []
    return [...new Set(answer.flatMap((one, at) => surplusOf(one, elements[at], `${path}[]`)))]
  }
  if (typeof answer !== 'object' || answer === null) return []
  const fields = (parsed ?? {}) as Readonly<Record<string, unknown>>
  return Object.entries(answer).flatMap(([key, value]) => {
    const place = path ? `${path}.${key}` : key
    return key in fields ? surplusOf(value, fields[key], place) : [place]
  })
}

const notPersonal =
  /\b(?:state|nonce|code_challenge|(?:x-(?:amz|oss)-)?signature)=[\w%+/-]{22,}|(?:[a-z-]+\/\d+\/\d+-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const notPersonalField = /^(?:image|token|ticket|policy|(?:x-(?:amz|oss)-)?signature)$/i

/** Whether a text contains a full mobile or identity number in any notation. */
export function showsNumber(text: string): boolean {
  const left = text.replaceAll(notPersonal, '')
  return maskText(left) !== left
}

/**
 * Fields of a response that contain a clear mobile or identity number, as `path: value`. Ids, keys of files and images,
 * signatures, and states of outside sign-ins are excluded: long enough to contain any number by chance.
 */
export function clearNumbersOf(answer: unknown, path = ''): string[] {
  if (Array.isArray(answer)) return answer.flatMap((one) => clearNumbersOf(one, `${path}[]`))
  if (typeof answer === 'object' && answer !== null)
    return Object.entries(answer).flatMap(([key, value]) => {
      const place = path ? `${path}.${key}` : key
      if (notPersonalField.test(key) && typeof value === 'string') return []
      return [...(showsNumber(key) ? [`${place}: a name`] : []), ...clearNumbersOf(value, place)]
    })
  if (typeof answer !== 'string' && typeof answer !== 'number') return []
  return showsNumber(String(answer)) ? [`${path}: ${String(answer)}`] : []
}
