import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { calls } from '@showroom/contract'
import { schemaOf } from '@showroom/contract/kernel/call'
import { AutoValid, Invalid, ManualValid } from '@showroom/contract/lead/handle.schema'
import { expect, it } from 'vitest'
import { z } from 'zod'

/** Compares the limits that fields have in forms with those of the calls. */

const web = path.resolve(import.meta.dirname, '..')
const sources = globSync('**/*.tsx', { cwd: web }).map(
  (file) => [file, readFileSync(path.resolve(web, file), 'utf8')] as const,
)

/** The length limits of the calls' text fields, by name. */
const lengths = new Map<string, Set<number>>()
function collect(schema: z.ZodType, name = ''): void {
  if (schema instanceof z.ZodObject)
    for (const [key, field] of Object.entries(schema.shape)) collect(field, key)
  else if (schema instanceof z.ZodString && schema.maxLength !== null)
    lengths.set(name, (lengths.get(name) ?? new Set()).add(schema.maxLength))
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    collect(schema.unwrap() as z.ZodType, name)
  else if (schema instanceof z.ZodPipe) collect(schema.in as z.ZodType, name)
  else if (schema instanceof z.ZodArray) collect(schema.element as z.ZodType, name)
}
for (const schema of [...calls.map((call) => schemaOf(call.request)), AutoValid, ManualValid, Invalid])
  collect(schema)

/** Fields with a length limit: file, name and limit. */
const limited = sources.flatMap(([file, text]) =>
  [...text.matchAll(/<Field\s[^>]*?name="(\w+)"(?:(?!<\/Field>)[\s\S])*?\smaxLength=\{(\d+)\}/g)].map(
    ([, name = '', most = '']) => [file, name, Number(most)] as const,
  ),
)
// Calls take hashes of passwords.
const sent = limited.filter(([file, name]) => !file.startsWith('access/password') && !/password$/i.test(name))

it.each(sent)('%s: %s takes as many characters as its call: %i', (_file, name, most) => {
  expect([...(lengths.get(name) ?? [])]).toContain(most)
})

it.each(sources.filter(([, text]) => /<Day(?:Picker|Choice)/.test(text)))(
  '%s takes the last day from the contract',
  (_file, text) => {
    expect(text).not.toMatch(/max=\{addDays\(\w+, \d/)
  },
)

it('finds the fields', () => {
  expect(limited.length).toBeGreaterThan(20)
})
