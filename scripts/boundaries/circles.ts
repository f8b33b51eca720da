import { importsIn } from './imports.ts'
import { rooms } from './rooms.ts'

/**
 * Files that import each other in a cycle, lazy `import()` and types included. oxlint's `import/no-cycle` checks
 * static imports only, so a table of lazy dialogs whose dialogs import the table would pass it. Paths are relative to
 * the folder.
 */
export const circlesIn = (folder: string): string[][] => knotsOf(importGraph(folder))

/** Tests, factories and walks build other rooms' rows; the product does not load them. */
const isTest = (file: string): boolean => /\.(?:test|factory|walk)\.tsx?$/.test(file)

/**
 * Rooms of a floor's source folder that import each other's doors in a cycle, lazy `import()` and types included. Their
 * files need not form a cycle: a door is several files behind one name.
 */
export function roomCirclesIn(source: string): string[][] {
  const graph = new Map<string, string[]>()
  for (const [file, imports] of importGraph(source)) {
    const room = roomOf(file)
    if (!room || isTest(file)) continue
    const others = imports.flatMap((to) => roomOf(to) ?? []).filter((other) => other !== room)
    graph.set(room, [...(graph.get(room) ?? []), ...others])
  }
  return knotsOf(graph)
}

/** The room of a file whose path is relative to the floor's source folder. */
const roomOf = (file: string): string | undefined => rooms.find((room) => file.startsWith(`${room}/`))

const importGraph = (folder: string): Map<string, string[]> =>
  new Map(
    [...importsIn(folder)].map(([file, { values, types, lazy }]) => [file, [...values, ...types, ...lazy]]),
  )

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
