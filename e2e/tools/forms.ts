import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Finds the forms that Ctrl+Enter saves, in the source of the web client. */

interface Part {
  readonly name: string
  readonly file: string
  readonly text: string
  readonly takesForm: boolean
}

const web = path.resolve(import.meta.dirname, '../../web/src')

/** Each component or hook at the top of a file. */
function partsOf(file: string): Part[] {
  const source = readFileSync(path.join(web, file), 'utf8')
  const takesForm = /^\s+form: SchemaFormApi</m.test(source)
  return source.split(/^(?=(?:export )?(?:default )?(?:function|const) )/m).flatMap((text) => {
    const name = /^(?:export )?(?:default )?(?:function|const) (\w+)/.exec(text)?.[1]
    return name ? [{ name, file, text, takesForm }] : []
  })
}

const draws = (text: string, names: ReadonlySet<string>): boolean =>
  [...names].some((name) => new RegExp(`<${name}\\b`).test(text)) || text.includes('useSendKey(')

/** Components that render a form with the key. A component that renders a form from its props, such as a dialog for any form, is skipped. */
export function formsWithKey(): string[] {
  const parts = globSync('**/*.tsx', { cwd: web }).flatMap(partsOf)
  const frames = new Set(['SchemaForm'])
  for (let before = 0; before < frames.size;) {
    before = frames.size
    for (const { name, text, takesForm } of parts)
      if (takesForm && name !== 'ConfirmDialog' && draws(text, frames)) frames.add(name)
  }
  return parts
    .filter(({ name, text }) => !frames.has(name) && name !== 'ConfirmDialog' && draws(text, frames))
    .map(({ name }) => name)
    .toSorted()
}

/** A confirmation has no fields to open; one that gets some is to be a form of the journey. */
export const confirmationsWithFields = (): string[] =>
  globSync('**/*.tsx', { cwd: web })
    .flatMap(partsOf)
    .filter(({ text }) => text.includes('<ConfirmDialog') && /<Field\b/.test(text))
    .map(({ name }) => name)
