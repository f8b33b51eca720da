import { readFileSync } from 'node:fs'

/** Reads a configuration file of `deploy` with some of its texts replaced, each of which it must have. */
export function adapt(file: string, pairs: Readonly<Record<string, string>>): string {
  let text = readFileSync(file, 'utf8')
  for (const [one, other] of Object.entries(pairs)) {
    if (!text.includes(one)) throw new Error(`${file} no longer has "${one}".`)
    text = text.replaceAll(one, other)
  }
  return text
}
