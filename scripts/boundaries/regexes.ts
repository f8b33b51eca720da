import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import { parseSync } from 'vite'

/** A slow one has a repetition, and ends on its line: most files can be skipped without parsing. */
const mayHoldSlow = (text: string): boolean =>
  text.split('\n').some((line) => {
    const start = line.search(/\/(?![/*])/)
    return start !== -1 && /[+*{]/.test(line.slice(start))
  })

/** The regular expressions in a TypeScript text. */
function regexesOf(file: string, text: string): { source: string; flags: string }[] {
  const expressions: { source: string; flags: string }[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      expressions.push({ source: pattern, flags })
    } else for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseSync(file, text).program)
  return expressions
}

/**
 * Regular expressions of a folder with super-linear time: a long text from any caller would block the server.
 * `(?<!x)x+$` and `x{2}y` are the linear forms of `x+$` and `x{2,}y`.
 */
export function slowRegexes(folder: string): string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.ts'] })
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8')
    if (!mayHoldSlow(text)) return []
    return regexesOf(file, text)
      .filter((regex) => analyse(regex).reports.length > 0)
      .map(({ source, flags }) => `${file}: /${source}/${flags}`)
  })
}
