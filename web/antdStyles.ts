import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { extractStyle as render } from '@ant-design/static-style-extract'
import * as antd from 'antd'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { parseSync, Visitor, type Plugin } from 'vite'
import { themeOf } from './src/app/theme.ts'

/**
 * antd creates its styles while rendering: for each component that a page shows first it makes the rules, hashes them
 * and adds them to the document, which takes a third of the time a list needs to open. Its rules use variables for
 * colours and sizes and are the same in every theme. So the build writes them to a file once (antd's `zeroRuntime`)
 * and removes the code that makes them from the scripts.
 */

/** Components inside others, which the build reports when they are missing. */
const inner = ['Menu', 'Space', 'Row', 'Col', 'notification']

/** Components never rendered in our themes: the wireframe pagination. */
const neverDrawn = new Set(['Pagination-bordered'])

/** antd components imported by our modules. */
const taken = /import \{([^}]*)\} from 'antd'/g

function usedParts(): string[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname })
  const names = files.flatMap((file) =>
    [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(taken)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  )
  return [...new Set([...names.filter((name) => /^[A-Z]/.test(name) && name in antd), ...inner])]
}

/** The rules of these components in one theme, and the names under which antd made them. */
function writeStyles(includes: string[], dark: boolean): { css: string; names: Set<string> } {
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
          node,
          createElement(antd.Form, null, createElement(antd.Form.Item, { label: '' })),
        ),
      ),
  })
  const names = [...cache.cache.keys()].map((key) => key.split('%')[2] ?? '')
  return { css: extractStyle(cache, { plain: true, types: 'style' }), names: new Set(names) }
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

/**
 * Emits the file, sets its address as `import.meta.env.ANTD_STYLES`, and fails if a bundled component has no rules
 * there.
 */
export function antdStyles(): Plugin {
  let file = ''
  let css = ''
  let written = new Set<string>()
  const built = new Map<string, string[]>()
  return {
    name: 'antd-styles',
    apply: 'build',
    config: () => {
      const parts = usedParts()
      const light = writeStyles(parts, false)
      if (light.css !== writeStyles(parts, true).css) throw new Error('antd makes other rules in dark mode')
      ;({ css, names: written } = light)
      file = `assets/antd-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`
      return { define: { 'import.meta.env.ANTD_STYLES': JSON.stringify(`/${file}`) } }
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
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? Object.keys(chunk.modules) : [],
      )
      const missing = modules
        .flatMap((id) => built.get(id) ?? [])
        .filter((name) => !written.has(name) && !neverDrawn.has(name))
      if (missing.length > 0) this.error(`no rules are written for ${missing.join()}: see web/antdStyles.ts`)
      this.emitFile({ type: 'asset', fileName: file, source: css })
    },
  }
}
