import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { extractStyle as render } from '@ant-design/static-style-extract'
import * as antd from 'antd'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createElement, type ReactNode } from 'react'
import { parseSync, Visitor, type Plugin } from 'vite'
import { withFallbacks } from './cssFallbacks.ts'
import { themeOf } from './src/app/theme.ts'

/**
 * antd creates its styles while rendering: for each component that a page shows first it makes the rules, hashes them
 * and adds them to the document, which takes a third of the time a list needs to open. Its rules use variables for
 * colours and sizes and are the same in every theme. So the build writes them to a file once (antd's `zeroRuntime`)
 * and removes the code that makes them from the scripts.
 */

/** Components inside others, which the build reports when they are missing. */
const inner = ['Menu', 'Space', 'Row', 'Col', 'Skeleton']

/** Components never rendered in our themes: the wireframe pagination. */
const neverDrawn = new Set(['Pagination-bordered'])

/** antd components that our modules import, or pass on. */
const taken = /(?:import|export) \{([^}]*)\} from 'antd'/g

function usedParts(): string[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname })
  const names = files.flatMap((file) =>
    [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(taken)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  )
  return [...new Set([...names.filter((name) => /^[A-Z]/.test(name) && name in antd), ...inner])]
}

type Entries = readonly [key: string, styles: Parameters<ReturnType<typeof createCache>['cache']['set']>[1]][]

/** The rules of these components in one theme, by the names under which antd made them. */
function makeRules(includes: string[], dark: boolean): Map<string, Entries> {
  const cache = createCache()
  const theme = themeOf(dark)
  render({
    includes,
    customTheme: (node) =>
      createElement(
        StyleProvider,
        { cache },
        createElement(
          antd.ConfigProvider,
          { theme },
          node as ReactNode,
          createElement(antd.Form, null, createElement(antd.Form.Item, { label: '' })),
        ),
      ),
  })
  return Map.groupBy(cache.cache, ([key]) => key.split('%')[2] ?? '')
}

/** The text of the rules with these names. */
function writeRules(rules: ReadonlyMap<string, Entries>, names: Iterable<string>): string {
  const some = createCache()
  for (const name of names) for (const [key, styles] of rules.get(name) ?? []) some.cache.set(key, styles)
  // The last rule lists hashes, by which antd would know which rules it need not make.
  const css = extractStyle(some, { plain: true, types: 'style' })
  return withFallbacks(css.replace(/\.data-ant-cssinjs-cache-path\{.*\}$/, ''))
}

/** antd's functions that take a name and a function that makes the rules. */
const makers = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent'])

/** Finds the style functions in an antd module: their names, and their positions in the text. */
function findMakers(code: string): { names: string[]; places: { start: number; end: number }[] } {
  const names: string[] = []
  const places: { start: number; end: number }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [name, rules] }) {
      if (callee.type !== 'Identifier' || !makers.has(callee.name) || !name || !rules) return
      const text = code.slice(name.start, name.end).replaceAll(/[[\]'\s]/g, '')
      names.push(text.includes(',') ? text.replace(',', '-') : `${text}-${text}`)
      places.push(rules)
    },
  }).visit(parseSync('style.js', code).program)
  return { names, places }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8)

/**
 * Emits for each chunk a file with the rules of its components, which Vite loads with the chunk; fails if a component
 * has no rules. Our rules override antd's, so its files come before all others in the document (src/api/files.ts).
 */
export function antdStyles(): Plugin {
  let rules = new Map<string, Entries>()
  let release = ''
  const built = new Map<string, string[]>()
  return {
    name: 'antd-styles',
    apply: 'build',
    config: () => {
      const parts = usedParts()
      rules = makeRules(parts, false)
      const css = writeRules(rules, rules.keys())
      const dark = makeRules(parts, true)
      if (css !== writeRules(dark, dark.keys())) throw new Error('antd makes other rules in dark mode')
      release = hashOf(css)
    },
    transform: {
      filter: { id: /\/antd\/es\/.*style.*\.js$/ },
      handler(code, id) {
        const { names, places } = findMakers(code)
        if (names.length > 0) built.set(id, names)
        return places.reduceRight(
          (left, { start, end }) => `${left.slice(0, start)}null${left.slice(end)}`,
          code,
        )
      },
    },
    // Chunks contain the names of these files.
    augmentChunkHash: () => release,
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const emitted = new Set<string>()
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const names = Object.keys(chunk.modules)
            .flatMap((id) => built.get(id) ?? [])
            .filter((name) => !neverDrawn.has(name))
          const missing = names.filter((name) => !rules.has(name))
          if (missing.length > 0)
            this.error(`no rules are written for ${missing.join()}: see web/antdStyles.ts`)
          if (names.length === 0) continue
          const source = writeRules(rules, names)
          const fileName = `assets/antd-${hashOf(source)}.css`
          if (!emitted.has(fileName)) this.emitFile({ type: 'asset', fileName, source })
          emitted.add(fileName)
          chunk.viteMetadata?.importedCss.add(fileName)
        }
      },
    },
  }
}
