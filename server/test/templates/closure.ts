import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Imports and re-exports that exist at run time. */
const imports =
  /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'(?<fixed>[^']+)'|\bimport\('(?<lazy>[^']+)'\)/gm

/** The file that a module names, if it is one of ours. */
function fileOf(root: string, from: string, name: string): string | undefined {
  const [, floor = '', inside = 'index'] = /^@showroom\/(\w+)(?:\/(.+))?$/.exec(name) ?? []
  const file = floor
    ? path.join(root, floor, 'src', `${inside}.ts`)
    : name.startsWith('.')
      ? path.join(path.dirname(from), name)
      : ''
  return existsSync(file) ? file : undefined
}

/** The file with all files of ours that it imports, directly or not. */
export function closureOf(root: string, entry: string): string[] {
  const reached = new Set([path.join(root, entry)])
  // A set visits what is added to it meanwhile.
  for (const file of reached)
    for (const { groups = {} } of readFileSync(file, 'utf8').matchAll(imports)) {
      const imported = fileOf(root, file, groups['fixed'] ?? groups['lazy'] ?? '')
      if (imported) reached.add(imported)
    }
  return [...reached].toSorted()
}

/** Hashes the names and contents of a file, of all that it imports, and of the files of more patterns. */
export function hashClosure(root: string, entry: string, patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const more = globSync([...patterns], { cwd: root }).map((file) => path.join(root, file))
  for (const file of [...closureOf(root, entry), ...more.toSorted()])
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}
