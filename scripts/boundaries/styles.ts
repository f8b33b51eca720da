import { readFileSync, globSync } from 'node:fs'
import path from 'node:path'
import { importsIn } from './imports.ts'

const ownClass = /(?<![.\w-])sr-[\w-]+/g

/** Classes that a sheet styles on their own, outside a scoping parent. Print rules do not count. */
export const stylesAlone = (css: string): string[] =>
  selectorsOf(css).flatMap(
    (selector) => /^\.(sr-[\w-]+)(?:::?[\w-]+(?:\([^)]*\))?)*$/.exec(selector)?.[1] ?? [],
  )

/** Classes that begin a selector of the sheet: elements inside them are styled here. */
const stylesWithin = (css: string): string[] =>
  selectorsOf(css).flatMap((selector) => /^\.(sr-[\w-]+)/.exec(selector)?.[1] ?? [])

const selectorsOf = (css: string): string[] =>
  [...onScreen(css).matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .map((selector) => selector.trim())

/** The sheet's screen rules: without comments and print rules. */
function onScreen(css: string): string {
  const text = css.replaceAll(/\/\*[^]*?\*\//g, '')
  const at = text.search(/@media print/)
  if (at < 0) return text
  let depth = 0
  let end = text.indexOf('{', at)
  do {
    if (text[end] === '{') depth += 1
    if (text[end] === '}') depth -= 1
    end += 1
  } while (depth > 0)
  return text.slice(0, at) + onScreen(text.slice(end))
}

/**
 * Classes that a page's components use although no sheet loaded with the page styles them: they are unstyled until
 * another page has loaded the sheet. A page is a file that the entry loads lazily; it has its own imports and those
 * of the entry and the frame. A dialog that it loads lazily has these and its own.
 */
export function bareClasses(folder: string, entry: string, frame: string): string[] {
  const imports = importsIn(folder)
  const homes = homesIn(folder)
  const classes = new Set<string>()
  const around = (files: Iterable<string>): Set<string> => {
    const seen = new Set<string>()
    const visit = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const next of imports.get(file)?.values ?? []) visit(next)
    }
    for (const file of files) visit(file)
    return seen
  }
  const lazyOf = (files: Iterable<string>): Set<string> =>
    new Set([...files].flatMap((file) => imports.get(file)?.lazy ?? []))
  const usedBy = new Map(
    [...imports.keys()].map((file) => {
      const text = textIn(folder, file)
      return [file, new Set([...text.matchAll(ownClass)].map(([name]) => name))] as const
    }),
  )

  const begun = around([entry])
  const pages = lazyOf(begun)
  const always = new Set([...begun, ...around([frame])])

  function look(part: string, before: ReadonlySet<string>, seen: Set<string>): void {
    seen.add(part)
    const own = around([part])
    const there = new Set([...before, ...own])
    for (const file of own)
      for (const name of usedBy.get(file) ?? []) {
        const sheets = homes.get(name)
        if (sheets && !sheets.some((sheet) => there.has(sheet)))
          classes.add(`${file} has ${name} without ${sheets.join(' or ')}`)
      }
    for (const next of lazyOf(own)) if (!seen.has(next) && !pages.has(next)) look(next, there, seen)
  }
  for (const page of pages) look(page, always, new Set())
  return [...classes].toSorted()
}

/** Each class and the sheets that style it: directly, else through its content. */
function homesIn(folder: string): Map<string, string[]> {
  const alone = new Map<string, string[]>()
  const within = new Map<string, string[]>()
  const note = (map: Map<string, string[]>, names: readonly string[], sheet: string): void => {
    for (const name of new Set(names)) map.set(name, [...(map.get(name) ?? []), sheet])
  }
  for (const sheet of globSync('**/*.css', { cwd: folder })) {
    const css = textIn(folder, sheet)
    note(alone, stylesAlone(css), sheet)
    note(within, stylesWithin(css), sheet)
  }
  return new Map([...within, ...alone])
}

const ids = /\b(?:id|aria-\w+)=["{]'?[\w-]+|["(]#[\w-]+/g

/**
 * Classes that components use although no sheet names them, and classes of the sheets that no component uses. A name that ends in a hyphen
 * is the beginning of names that a template completes. Ids are left out.
 */
export function unmatchedClasses(folder: string): string[] {
  const sheets = globSync('**/*.css', { cwd: folder }).map((file) => textIn(folder, file))
  const styled = new Set(
    sheets.flatMap((css) => [...css.matchAll(/\.(sr-[\w-]+)/g)].map(([, name = '']) => name)),
  )
  const used = new Map<string, string>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    for (const [name] of textIn(folder, file).replaceAll(ids, '').matchAll(ownClass)) used.set(name, file)
  }
  const starts = [...used.keys()].filter((name) => name.endsWith('-'))
  const isStyled = (name: string): boolean =>
    name.endsWith('-') ? [...styled].some((one) => one.startsWith(name)) : styled.has(name)
  const isUsed = (name: string): boolean => used.has(name) || starts.some((start) => name.startsWith(start))
  return [
    ...[...used]
      .filter(([name]) => !isStyled(name))
      .map(([name, file]) => `${file} has ${name}, which no sheet styles`),
    ...[...styled]
      .filter((name) => !isUsed(name))
      .map((name) => `${name} is styled, but no component has it`),
  ].toSorted()
}

const textIn = (folder: string, file: string): string => readFileSync(path.join(folder, file), 'utf8')
