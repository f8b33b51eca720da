/** @mentions in notes: `@` and the name of a member, not within an e-mail address. */

const at = /(?<![\w.-])[@＠]/g

/** Returns the names that the text mentions. Of names that begin alike it takes the longest. */
export function mentionsIn(text: string, names: readonly string[]): Set<string> {
  const longestFirst = names.filter(Boolean).toSorted((a, b) => b.length - a.length)
  return new Set(
    [...text.matchAll(at)].flatMap(
      ({ index }) => longestFirst.find((name) => text.startsWith(name, index + 1)) ?? [],
    ),
  )
}
