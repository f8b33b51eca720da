import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** Files of the same folder that a file imports, by their paths below it. */
export interface Imports {
  /** Loaded before the file runs, its styles included. */
  readonly values: readonly string[]
  /** Erased at run time. */
  readonly types: readonly string[]
  /** Loaded on demand: `import()`. */
  readonly lazy: readonly string[]
}

/**
 * Each TypeScript file of a folder and its imports within that folder. Skips packages and import paths computed at
 * run time.
 */
export function importsIn(folder: string): Map<string, Imports> {
  const files = new Set(
    globSync('**/*.{ts,tsx,css}', { cwd: folder, exclude: ['**/node_modules/**', '**/dist/**'] }),
  )
  const modules = [...files].filter((file) => !file.endsWith('.css'))
  return new Map(modules.map((file) => [file, importsOf(folder, files, file)]))
}

function importsOf(folder: string, files: ReadonlySet<string>, file: string): Imports {
  const text = readFileSync(path.join(folder, file), 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const imports = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest, isType }) => ({ from: moduleRequest?.value ?? '', isType })),
    ),
  ]
  const filesOf = (specifiers: readonly string[]): string[] =>
    specifiers.flatMap((specifier) => fileOf(files, file, specifier) ?? [])
  return {
    values: filesOf(imports.flatMap(({ from, isType }) => (isType ? [] : from))),
    types: filesOf(imports.flatMap(({ from, isType }) => (isType ? from : []))),
    // Drops the quotes.
    lazy: filesOf(dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1))),
  }
}

function fileOf(files: ReadonlySet<string>, file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const place = path.join(path.dirname(file), specifier)
  return ['', '.ts', '.tsx'].map((ending) => place + ending).find((one) => files.has(one))
}
