import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** An import: the file, and the names taken from it; undefined for all of them. */
interface Edge {
  readonly file: string
  readonly names: Set<string> | undefined
  /** Passes the names on. */
  readonly isExport: boolean
}

export type Graph = ReadonlyMap<string, readonly Edge[]>

/** Types exist for the compiler alone, which checks all files. */
const statement = /^(import|export)\s(?!type\s)(?:(\{[^}]*\}|\*[^'"{]*|[\w$]+[^'"]*?)\sfrom\s)?'([^']+)'/gm
const lazy = /\bimport\(\s*'([^']+)'/g

const namesOf = (clause: string): Set<string> | undefined =>
  clause.startsWith('{')
    ? new Set([...clause.matchAll(/(?:^\{|,)\s*(?!type\s)([\w$]+)/g)].map(([, name = '']) => name))
    : undefined

/** The imports of every TypeScript file of product, tests and journeys, by paths below the root. */
export function readGraph(root: string): Graph {
  const files = globSync('{contract,server,web}/{src,test}/**/*.{ts,tsx}', { cwd: root })
  const all = new Set([...files, ...globSync('e2e/**/*.ts', { cwd: root })])
  const fileOf = (from: string, name: string): string | undefined => {
    const [, floor = '', inside = 'index'] = /^@showroom\/(\w+)(?:\/(.+))?$/.exec(name) ?? []
    const place = floor
      ? `${floor}/src/${inside}`
      : name.startsWith('.')
        ? path.join(path.dirname(from), name)
        : ''
    return ['', '.ts', '.tsx', '/index.ts'].map((ending) => place + ending).find((file) => all.has(file))
  }
  const edgesOf = (from: string): Edge[] => {
    const text = readFileSync(path.join(root, from), 'utf8')
    const fixed = [...text.matchAll(statement)].map(([, kind, clause = '', name = '']) => ({
      name,
      names: namesOf(clause),
      isExport: kind === 'export',
    }))
    const later = [...text.matchAll(lazy)].map(([, name = '']) => ({
      name,
      names: undefined,
      isExport: false,
    }))
    return [...fixed, ...later].flatMap(({ name, ...edge }) => {
      const file = fileOf(from, name)
      return file ? [{ file, ...edge }] : []
    })
  }
  return new Map([...all].map((file) => [file, edgesOf(file)]))
}

/** Composes rooms or lists them; a file that is reached through it is not affected. */
const composition = /^(?:contract\/src\/(?:index|rooms)\.ts|server\/src\/[\w.]+\.ts|web\/src\/app\/.+)$/

const roomOf = (file: string): string => file.split('/').slice(0, 3).join('/')

/**
 * The files with all that import them within their folder (a room, the platform), and those of other folders that
 * import one of these by a name: through a door that passes the name on, or without one.
 */
export function affectedBy(graph: Graph, changed: readonly string[]): Set<string> {
  const importers = new Map<string, { from: string; edge: Edge }[]>()
  for (const [from, edges] of graph)
    for (const edge of edges) importers.set(edge.file, [...(importers.get(edge.file) ?? []), { from, edge }])

  const within = new Set(changed)
  for (const file of within)
    for (const { from, edge } of importers.get(file) ?? [])
      if (roomOf(from) === roomOf(file) && !edge.isExport && !composition.test(from)) within.add(from)

  const affected = new Set(within)
  for (const file of within)
    for (const { from, edge } of importers.get(file) ?? []) {
      if (!composition.test(from)) affected.add(from)
      if (edge.isExport)
        for (const { from: user, edge: use } of importers.get(from) ?? [])
          if (!edge.names || !use.names || !edge.names.isDisjointFrom(use.names)) affected.add(user)
    }
  return affected
}
