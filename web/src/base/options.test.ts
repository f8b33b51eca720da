import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { calls } from '@showroom/contract'
import { codeFields } from '@showroom/contract/base/codes'
import { schemaOf } from '@showroom/contract/kernel/call'
import { AutoValid, Invalid, ManualValid } from '@showroom/contract/lead/handle.schema'
import { expect, it } from 'vitest'

/** The fields of all forms that offer a dictionary, with its kind. */
const offers = globSync('**/*.tsx', { cwd: path.resolve(import.meta.dirname, '..') }).flatMap((file) => {
  const text = readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')
  return [...text.matchAll(/<Field\s[^>]*?name="(\w+)"(?:(?!<\/Field>)[\s\S])*?\skind="(\w+)"/g)].map(
    ([, name = '', kind = '']) => [`${file}: ${name}`, name, kind] as const,
  )
})

const checked = new Set(
  [...calls.map((call) => schemaOf(call.request)), AutoValid, ManualValid, Invalid].flatMap((schema) =>
    codeFields(schema).map(({ path: of, mark }) => `${of.at(-1)} ${mark.kind}`),
  ),
)
/** The kind depends on the source: `networkProblem` of the server. */
checked.add('otherSource onlineSources')

it('finds the forms', () => {
  expect(offers.length).toBeGreaterThan(15)
})

it.each(offers)('%s offers codes that the server looks up', (_place, name, kind) => {
  expect(checked).toContain(`${name} ${kind}`)
})
