import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** One line of prose and the place it comes from. */
export interface Line {
  readonly file: string
  readonly text: string
}

/** A line that breaks docs/style.md, with the rule it breaks. */
export interface Finding extends Line {
  readonly rule: 'odd words' | 'headless clause'
}

const oddWords =
  /\b(told|tells|telling|anew|nobody|whoever|whomever|(?:for|to|of|by|from|beside) who\b|who (?:is|has|comes|asks|looks|sees|may|wants|waits|saves|signs|leaves|left|reads|writes|opens|does|did|was)|is said|are said|says it|say so|says so|as said|stands? (?:in|beside|there|at|for itself|once)|of its own\b|of their own\b|is looked at|are looked at|what is (?:not|said|shown|there|kept|open|on)|a look|is meant|lets go|leaves? to|in the course of)\b/i
const headlessClause = /^(What|Who|Whose|Whom|Of|Which|Where|Whoever|That|Beside|From whom|By whom)\b/

/** The findings of some lines: each line counts once a rule. */
export const findingsOf = (lines: readonly Line[]): Finding[] =>
  lines.flatMap((line) => [
    ...(oddWords.test(line.text) ? [{ ...line, rule: 'odd words' as const }] : []),
    ...(headlessClause.test(line.text) ? [{ ...line, rule: 'headless clause' as const }] : []),
  ])

const linesOf = (file: string, text: string): Line[] =>
  text
    .split('\n')
    .map((line) => ({ file, text: line.replaceAll(/^[\s/*-]+|[\s*/]+$/g, '') }))
    .filter((line) => /[a-zA-Z]{3}/.test(line.text))

/** Files git knows whose names match, by their paths below `root`. */
export const trackedFiles = (root: string, pattern: RegExp): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => pattern.test(file))

/** The comment lines of a TypeScript, JavaScript or CSS file. */
export function commentLines(root: string, file: string): Line[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const comments = file.endsWith('.css')
    ? [...text.matchAll(/\/\*([^]*?)\*\//g)].map(([, inner = '']) => inner)
    : parseSync(file, text).comments.map(({ value }) => value)
  return comments.flatMap((comment) => linesOf(file, comment))
}

/** The names of tests and suites in a test file: plain string literals only. */
export function testNames(root: string, file: string): Line[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const names = text.matchAll(/\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)
  return [...names].map(([, , name = '']) => ({ file, text: name }))
}

/** The lines of a Markdown document outside of code blocks. */
export function documentLines(root: string, file: string): Line[] {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/^```[^]*?^```/gm, '')
  return linesOf(file, text)
}
