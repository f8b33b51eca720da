import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/**
 * Files that import each other around a circle, lazy `import()` and types counted: oxlint's `import/no-cycle` knows static imports
 * alone, and a table of lazy dialogs whose dialogs import the table passes it. Paths are relative to the folder.
 */
export function circlesIn(folder: string): string[][] {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/node_modules/**', '**/dist/**'] })
  const imports = new Map(files.map((file) => [file, importsOf(folder, file)]))
  return knotsOf(imports)
}

function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(path.join(folder, file), 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    // Between the quotes; what is put together while running stays unknown.
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  return specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.join(path.dirname(file), specifier))
    .flatMap((place) => {
      const found = ['', '.ts', '.tsx'].map((ending) => place + ending)
      return found.find((one) => /\.tsx?$/.test(one) && existsSync(path.join(folder, one))) ?? []
    })
}

/** Groups of two and more nodes of which each leads to each other (Tarjan). */
function knotsOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const way: string[] = []
  const knots: string[][] = []

  function visit(node: string): number {
    const own = order.size
    let low = own
    order.set(node, own)
    way.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (way.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === own) {
      const knot = way.splice(way.indexOf(node))
      if (knot.length > 1) knots.push(knot.toSorted())
    }
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return knots
}
