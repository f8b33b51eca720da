import { parseSync, Visitor } from 'vite'
import { polyfills } from '../../web/browsers.ts'
import { newerBuiltIns, newerFunctions, newerNames, newerStyles } from './newer.ts'

/** Finds in the built client what a browser at the floor lacks, in our code and in that of packages. */

const namesOf = (byReason: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> =>
  new Set(Object.values(byReason).flat())

/** Names that need no polyfill. */
const harmless = namesOf({
  'packages use them where the browser has them': [
    'Uint8Array.fromHex',
    'toHex',
    'Error.captureStackTrace',
    'stackTraceLimit',
    'transfer',
    'resizable',
    'maxByteLength',
  ],
  "members of React's, the charts' and our own objects": [
    'use',
    'displayName',
    'resize',
    'dispose',
    'union',
    'toArray',
    'take',
    'drop',
    'fileName',
    'isError',
  ],
})

/** Styles without which a page works and looks almost the same. */
const decorative = namesOf({
  decoration: [
    'text-wrap',
    'text-wrap: balance',
    'text-wrap: pretty',
    'backdrop-filter',
    'overflow-clip-margin',
    'user-select',
  ],
  'a page is quicker with them': ['content-visibility', 'content-visibility: auto', 'contain-intrinsic-size'],
  'printed pages': ['@page', 'size', 'break-after: avoid'],
  'each engine has its own name, and sheets have both': [
    ':-webkit-scrollbar',
    ':-webkit-scrollbar-thumb',
    'scrollbar-width',
    'scrollbar-width: none',
    'scrollbar-width: thin',
    'scrollbar-color',
    ':-webkit-progress-bar',
    ':-webkit-progress-value',
    ':-moz-progress-bar',
    ':-webkit-search-cancel-button',
    ':-webkit-inner-spin-button',
    ':autofill',
  ],
  'a mode that Safari does not have': ['forced-color-adjust', 'forced-color-adjust: none'],
})

const statics = new Set(newerBuiltIns.filter((path) => /^\w+\.(?!prototype)\w+$/.test(path)))
const globals = new Set(newerBuiltIns.filter((path) => !path.includes('.')))
const added = new Set(Object.keys(polyfills).map((path) => path.replace(/.*\.prototype\./, '')))

export function newerInScript(name: string, code: string): string[] {
  const features = new Set<string>()
  const note = (path: string): void => {
    if (!added.has(path) && !harmless.has(path)) features.add(path)
  }
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== 'Identifier') return
      const path = object.type === 'Identifier' ? `${object.name}.${property.name}` : ''
      if (statics.has(path)) note(path)
      else if (newerNames.has(property.name)) note(property.name)
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && globals.has(callee.name)) note(callee.name)
    },
  }).visit(parseSync(name, code).program)
  return [...features]
}

/** The sheet without comments, texts and the blocks of `@supports`. */
function bare(css: string): string {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '""')
  let text = ''
  let depth = 0
  for (const part of plain.split(/(@supports[^{]*\{|[{}])/)) {
    if (depth === 0 && part.startsWith('@supports')) depth = 1
    else if (depth === 0) text += part
    else if (part.endsWith('{')) depth += 1
    else if (part === '}') depth -= 1
  }
  return text
}

const properties = newerStyles('properties')
const atRules = newerStyles('at-rules')
const selectors = newerStyles('selectors')
const functions = newerFunctions()

export function newerInStyles(css: string): string[] {
  const features = new Set<string>()
  const note = (style: string): void => {
    if (!decorative.has(style)) features.add(style)
  }
  const text = bare(css)
  for (const [, name = ''] of text.matchAll(/@([a-z-]+)/g)) if (atRules.has(name)) note(`@${name}`)
  for (const [, selector = '', declarations = ''] of text.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    for (const [, name = ''] of selector.matchAll(/::?([a-z-]+)/g)) if (selectors.has(name)) note(`:${name}`)
    const before = new Set<string>()
    for (const [, property = '', value = ''] of declarations.matchAll(/([\w-]+):([^;]*)/g)) {
      if (properties.has(property) && !before.has(`-webkit-${property}`)) note(property)
      // An earlier declaration of the property, perhaps with a prefix, is the fallback.
      if (!before.has(property) && !before.has(`-webkit-${property}`)) {
        for (const [word] of value.matchAll(/[a-z][\w-]*/g))
          if (properties.has(`${property} ${word}`)) note(`${property}: ${word}`)
        for (const [, name = ''] of value.matchAll(/([a-z][\w-]*)\(/g))
          if (functions.has(name)) note(`${name}()`)
      }
      before.add(property)
    }
  }
  return [...features]
}
