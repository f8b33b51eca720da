import { importsIn } from './imports.ts'

/**
 * Files that import each other in a cycle, lazy `import()` and types included. oxlint's `import/no-cycle` checks
 * static imports only, so a table of lazy dialogs whose dialogs import the table would pass it. Paths are relative to
 * the folder.
 */
export function circlesIn(folder: string): string[][] {
  const imports = [...importsIn(folder)].map(
    ([file, { values, types, lazy }]) => [file, [...values, ...types, ...lazy]] as const,
  )
  return knotsOf(new Map(imports))
}

/** Groups of two or more nodes that all reach each other (Tarjan). */
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
