import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { expect, it } from 'vitest'
import { variableNames } from '../../server/src/platform/config/config.ts'
import { readVariables } from '../../server/src/platform/config/variables.ts'

/** Reads each block of the documents as it stands, as the program does into which it is pasted. */

const root = path.resolve(import.meta.dirname, '../..')
const blocks = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((file) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/^( *)```(\w+)\n(.*?)^\1```/gms)].map(
    ([, indent = '', language = '', text = '']) => ({
      file,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  ),
)
const inLanguage = (language: string) => blocks.filter((block) => block.language === language)

it('variables are read alike by services, containers and commands', () => {
  const texts = inLanguage('env')
  expect(texts.length).toBeGreaterThan(0)
  for (const { file, text } of texts) {
    const { values, faults } = readVariables(text)
    expect(faults, file).toEqual([])
    expect(variableNames, file).toEqual(expect.arrayContaining([...values.keys()]))
  }
  // A block of variables alone has this language, so that none escapes the check.
  const isVariable = (line: string): boolean => variableNames.includes(/^(\w+)=/.exec(line)?.[1] ?? '')
  const others = blocks.filter(({ language }) => language !== 'env')
  expect(others.filter(({ text }) => text.trim().split('\n').every(isVariable))).toEqual([])
})

it('shells read the commands, which the launcher has', () => {
  const launcher = readFileSync(path.join(root, 'server/src/showroom.main.ts'), 'utf8')
  const commands = [...launcher.matchAll(/^ {2}'?([a-z-]+)'?: \{/gm)].map(([, name]) => name)
  expect(inLanguage('sh').length).toBeGreaterThan(40)
  for (const { file, text } of inLanguage('sh')) {
    const { stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
    expect(stderr, `${file}\n${text}`).toBe('')
    const named = [...text.matchAll(/(?:^ *|\/showroom\/)showroom ([a-z][a-z-]*)/gm)].map(([, name]) => name)
    expect([...commands, 'help'], file).toEqual(expect.arrayContaining(named))
  }
})

it('JSON and YAML are whole', () => {
  // A block may hold several, a line each.
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  for (const { text } of inLanguage('json'))
    expect(isJson(text) || text.trim().split('\n').every(isJson), text).toBe(true)
  for (const { text } of inLanguage('yaml')) expect(() => parse(text) as unknown, text).not.toThrow()
})
