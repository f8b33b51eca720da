import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { extractStyle as render } from '@ant-design/static-style-extract'
import * as antd from 'antd'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createElement, type ReactNode } from 'react'
import { parseSync, Visitor, type Plugin } from 'vite'
import { withFallbacks } from './cssFallbacks.ts'
import { themeOf } from './src/app/theme.ts'
import { wallThemeOf } from './src/report/wall/wallTheme.ts'

/**
 * antd creates its styles while rendering: for each component that a page shows first it makes the rules, hashes them
 * and adds them to the document, which takes a third of the time a list needs to open. Its rules use variables for
 * colours and sizes and are the same in every theme. So the build writes rules and variables to files once (antd's
 * `zeroRuntime`) and removes the code that makes them from the scripts.
 */

/** Components inside others, which the build reports when they are missing. */
const inner = ['Menu', 'Space', 'Row', 'Col', 'Skeleton']

/** Components never rendered in our themes: the wireframe pagination. */
const neverDrawn = new Set(['Pagination-bordered'])

/** antd components that our modules import, or pass on. */
const taken = /(?:import|export) \{([^}]*)\} from 'antd'/g

const web = import.meta.dirname
const readAll = (pattern: string): string[] =>
  globSync(pattern, { cwd: web }).map((file) => readFileSync(path.join(web, file), 'utf8'))

function usedParts(): string[] {
  const names = readAll('src/**/*.{ts,tsx}').flatMap((text) =>
    [...text.matchAll(taken)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  )
  return [...new Set([...names.filter((name) => /^[A-Z]/.test(name) && name in antd), ...inner])]
}

type Entries = readonly [key: string, styles: Parameters<ReturnType<typeof createCache>['cache']['set']>[1]][]

/** Declarations of variables, by selector and name. */
type Variables = ReadonlyMap<string, ReadonlyMap<string, string>>

/** antd's rules and variables in one theme. */
interface Made {
  /** By the names under which antd made them. */
  readonly rules: ReadonlyMap<string, Entries>
  /** By component; those of all components under an empty name. */
  readonly variables: ReadonlyMap<string, Variables>
  /** The tokens that antd's code reads. */
  readonly tokens: Readonly<Record<string, unknown>>
}

/** The class by which antd marks the components of a theme; ours need none, because there is one on the page. */
const marked = 'sr-antd'

/** For the extraction antd draws open layers without motion and below all others; this keeps both as in our theme. */
function withOwnLayers({ algorithm = antd.theme.defaultAlgorithm, ...theme }: antd.ThemeConfig) {
  const { motion, zIndexPopupBase } = { ...antd.theme.defaultSeed, ...theme.token }
  const algorithms = [algorithm].flat().map(
    (derive): typeof derive =>
      (seed, map) =>
        derive({ ...seed, motion, zIndexPopupBase }, map),
  )
  return { ...theme, algorithm: algorithms }
}

function make(includes: string[], theme: antd.ThemeConfig): Made {
  const cache = createCache()
  render({
    includes,
    customTheme: (node) =>
      createElement(
        StyleProvider,
        { cache },
        createElement(
          antd.ConfigProvider,
          { theme: { ...withOwnLayers(theme), cssVar: { key: marked } } },
          node as ReactNode,
          createElement(antd.Form, null, createElement(antd.Form.Item, { label: '' })),
        ),
      ),
  })
  const variables = new Map<string, Map<string, Map<string, string>>>()
  let tokens: Record<string, unknown> | undefined
  for (const [key, [, made]] of cache.cache as Map<string, [number, readonly unknown[]]>) {
    const [kind, name = ''] = key.split('%')
    if (kind !== 'token' && kind !== 'cssVar') continue
    if (kind === 'token') {
      const picked = pick(made[2] as object)
      if (JSON.stringify(tokens ?? picked) !== JSON.stringify(picked))
        throw new Error('antd draws parts in another theme: see web/antdStyles.ts')
      tokens = picked
    }
    const component = kind === 'token' ? '' : name
    const ofComponent = variables.get(component) ?? new Map<string, Map<string, string>>()
    variables.set(component, ofComponent)
    for (const [, selector = '', text = ''] of String(made[kind === 'token' ? 3 : 1]).matchAll(
      /([^{}]+)\{([^{}]*)\}/g,
    ))
      ofComponent.set(
        selector.replaceAll(`.${marked}`, '') || ':root',
        new Map([...text.matchAll(/(--[\w-]+):([^;]*);/g)].map(([, one = '', value = '']) => [one, value])),
      )
  }
  return {
    rules: Map.groupBy(cache.cache, ([key]) => key.split('%')[2] || (key.split('%')[1] ?? '')),
    variables,
    tokens: tokens ?? {},
  }
}

/** Names in the parts of antd that read tokens while rendering. */
const readNames = new Set(
  globSync('../node_modules/antd/es/**/*.js', {
    cwd: web,
    exclude: (file) => /\/(?:theme|style)$/.test(file),
  })
    .map((file) => readFileSync(path.join(web, file), 'utf8'))
    .filter((text) => text.includes('useToken()'))
    .flatMap((text) => text.match(/\w+/g) ?? []),
)

const pick = (tokens: object): Record<string, unknown> =>
  Object.fromEntries(
    // One part of antd composes the names of its breakpoints.
    Object.entries(tokens).filter(
      ([name]) => (readNames.has(name) && name !== 'override') || /^screen[A-Z]/.test(name),
    ),
  )

/** The entries of `other` that differ from those of `base`. */
const differing = <Value>(base: ReadonlyMap<string, Value> | undefined, other: ReadonlyMap<string, Value>) =>
  new Map([...other].filter(([name, value]) => JSON.stringify(base?.get(name)) !== JSON.stringify(value)))

const entriesOf = (record: object): Map<string, unknown> => new Map(Object.entries(record))

/** Themes of the pages: the first, and what changes in the dark, on a phone, and on the big screen. */
interface Themes {
  readonly light: Made
  readonly dark: Made
  readonly phone: Made
  readonly wall: Made
}

/** As in src/ui/useNarrow.ts. */
const onPhones = '@media (width < 768px)'

const wallMark = 'sr-wall-antd'

function makeThemes(): Themes {
  const parts = usedParts()
  const light = make(parts, themeOf(false, false))
  const dark = make(parts, themeOf(true, false))
  const phone = make(parts, themeOf(false, true))
  const both = make(parts, themeOf(true, true))
  for (const [component, variables] of both.variables)
    for (const [selector, declarations] of variables)
      for (const [name, value] of declarations) {
        const [inLight, inDark, onPhone] = [light, dark, phone].map((made) =>
          made.variables.get(component)?.get(selector)?.get(name),
        )
        if (value !== (onPhone === inLight ? inDark : onPhone))
          throw new Error(
            `${name} of ${component || 'antd'} differs in the dark on a phone: see web/antdStyles.ts`,
          )
      }
  return { light, dark, phone, wall: makeWall(parts) }
}

/** The wall's theme, whose lengths grow with a rem: those of 16 pixels, with the slope up to 32, and at least those of 10. */
function makeWall(parts: string[]): Made {
  const small = make(parts, wallThemeOf(16))
  const [least, large] = [10, 32].map((rem) => make(parts, wallThemeOf(rem)).variables)
  return {
    ...small,
    variables: mapValues(small.variables, (ofComponent, component) =>
      mapValues(ofComponent, (declarations, selector) =>
        mapValues(declarations, (value, name) => {
          const [lows = [], highs = []] = [least, large].map((all) =>
            [...(all?.get(component)?.get(selector)?.get(name) ?? '').matchAll(length)].map(([, one]) =>
              Number(one),
            ),
          )
          let at = 0
          return value.replaceAll(length, (whole, text: string) => {
            const [now, low = 0, high = 0] = [Number(text), lows[at], highs[at]]
            at++
            return high === now ? whole : `max(${low}px, ${2 * now - high}px + ${(high - now) / 16}rem)`
          })
        }),
      ),
    ),
  }
}

const length = /(-?[\d.]+)px/g

const mapValues = <Value, Other>(
  map: ReadonlyMap<string, Value>,
  change: (value: Value, key: string) => Other,
): Map<string, Other> => new Map([...map].map(([key, value]) => [key, change(value, key)]))

/** The text of the rules with these names. */
function writeRules(rules: ReadonlyMap<string, Entries>, names: Iterable<string>): string {
  const some = createCache()
  for (const name of names) for (const [key, styles] of rules.get(name) ?? []) some.cache.set(key, styles)
  // The last rule lists hashes, by which antd would know which rules it need not make.
  const css = extractStyle(some, { plain: true, types: 'style' })
  return withFallbacks(css.replace(/\.data-ant-cssinjs-cache-path\{.*\}$/, ''))
}

/** Writes the variables of components that some rule uses: those of `made`, or where they differ from `base`. */
function writeVariables(
  components: Iterable<string>,
  used: ReadonlySet<string>,
  made: Made,
  base?: Made,
  selectorOf = (selector: string): string => selector,
): string {
  return [...components]
    .flatMap((component) =>
      [...(made.variables.get(component) ?? [])].map(([selector, declarations]) => {
        const text = [...differing(base?.variables.get(component)?.get(selector), declarations)]
          .filter(([name]) => used.has(name))
          .map(([name, value]) => `${name}:${value}`)
          .join(';')
        return text && `${selectorOf(selector)}{${text}}`
      }),
    )
    .join('')
}

/** The variables of components on the pages of the shell. */
function writePages(
  { light, dark, phone }: Themes,
  components: Iterable<string>,
  used: ReadonlySet<string>,
): string {
  const names = [...components]
  const onPhone = writeVariables(names, used, phone, light)
  return [
    writeVariables(names, used, light),
    writeVariables(names, used, dark, light, (selector) =>
      selector === ':root' ? ":root[data-theme='dark']" : `[data-theme='dark'] ${selector}`,
    ),
    onPhone && `${onPhones}{${onPhone}}`,
  ].join('')
}

/** The variables of all components on the wall, whatever the mode of other pages is: its selectors outweigh theirs. */
const writeWall = ({ wall }: Themes, used: ReadonlySet<string>): string =>
  writeVariables(
    wall.variables.keys(),
    used,
    wall,
    undefined,
    (selector) => `.${wallMark}.${wallMark}${selector === ':root' ? '' : selector}`,
  )

/** The code that replaces one of our themes: its variables are in the files. */
function writeTheme(mark: string, made: Made, others: Readonly<Record<string, Made>> = {}): string {
  const changes = Object.entries(others).map(
    ([name, other]) =>
      `...(${name} && ${JSON.stringify(Object.fromEntries(differing(entriesOf(made.tokens), entriesOf(other.tokens))))})`,
  )
  const token = [`...${JSON.stringify(made.tokens)}`, ...changes].join(',')
  return `(${Object.keys(others).join()}) => ({ inherit: false, hashed: false, zeroRuntime: true, cssVar: { key: '${mark}' }, token: {${token}} })`
}

/** antd's functions that take a name and a function that makes the rules. */
const makers = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent'])

/** Finds the style functions in an antd module: their names, and the places of what makes rules and variables. */
function findMakers(code: string): { names: string[]; places: { start: number; end: number }[] } {
  const names: string[] = []
  const places: { start: number; end: number }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [name, ...rest] }) {
      const [first, last] = [rest[0], rest.at(-1)]
      if (callee.type !== 'Identifier' || !makers.has(callee.name) || !name || !first || !last) return
      const text = code.slice(name.start, name.end).replaceAll(/[[\]'\s]/g, '')
      names.push(text.includes(',') ? text.replace(',', '-') : `${text}-${text}`)
      places.push({ start: first.start, end: last.end })
    },
  }).visit(parseSync('style.js', code).program)
  return { names, places }
}

/** Replaces modules of antd that make rules and variables. */
const lean: Readonly<Record<string, string>> = {
  'theme/useToken': `
    import { useContext } from 'react'
    import { DesignTokenContext } from './context'
    export default function useToken() {
      const { token, cssVar } = useContext(DesignTokenContext)
      return [undefined, token, '', token, cssVar, true]
    }`,
  'theme/context': `
    import { createContext } from 'react'
    export const defaultTheme = undefined
    export const defaultConfig = { token: {}, hashed: false, zeroRuntime: true }
    export const DesignTokenContext = createContext(defaultConfig)`,
  'theme/util/genStyleUtils': `
    import { useContext } from 'react'
    import { DesignTokenContext } from '../context'
    const useMark = () => useContext(DesignTokenContext).cssVar?.key
    export const genStyleHooks = () => () => ['', useMark()]
    export const genComponentStyleHook = () => () => ''
    export const genSubStyleComponent = () => () => null`,
  'theme/util/useResetIconStyle': 'export default () => undefined',
}

/** The text of a module without what makes rules and variables; undefined for one that only has style functions. */
function leanModule(id: string, code: string): string | undefined {
  const name = id.replace(/^.*\/antd\/es\/|\.js$/g, '')
  if (lean[name]) return `${lean[name]}\n` + (/^export const genCssVar[^]*/m.exec(code)?.[0] ?? '')
  if (name !== 'config-provider/index') return undefined
  return code.replace(
    /^import .* from '@ant-design\/cssinjs';$/m,
    'const createTheme = () => undefined, CssInJsStyleContext = React.createContext({});',
  )
}

const writePageTheme = ({ light, dark, phone }: Themes): string =>
  `export const themeOf = ${writeTheme(marked, light, { dark, phone })}`

const writeWallTheme = ({ wall }: Themes): string =>
  `export const wallThemeOf = ${writeTheme(wallMark, wall)}`

/** Names of the variables that rules of antd and ours use. */
function findUsed(rules: string): Set<string> {
  const texts = [rules, ...readAll('src/**/*.css')]
  return new Set(texts.flatMap((text) => text.match(/--ant-[\w-]+/g) ?? []))
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8)

/**
 * Emits for each chunk a file with the rules of its components, which Vite loads with the chunk; fails if a component
 * has no rules. Our rules override antd's, so its files come before all others in the document (src/api/files.ts).
 */
export function antdStyles(): Plugin {
  let themes: Themes | undefined
  let release = ''
  const read = (): Themes => {
    if (!themes) throw new Error('the themes are not made')
    return themes
  }
  let used: ReadonlySet<string> = new Set()
  const built = new Map<string, string[]>()
  return {
    name: 'antd-styles',
    apply: 'build',
    config: () => {
      themes = makeThemes()
      const { light, dark, phone } = themes
      const css = writeRules(light.rules, light.rules.keys())
      if ([dark, phone].some(({ rules }) => css !== writeRules(rules, rules.keys())))
        throw new Error('antd makes other rules in dark mode or on a phone')
      used = findUsed(css)
      release = hashOf(css + writePages(themes, light.variables.keys(), used) + writeWall(themes, used))
    },
    transform: {
      filter: {
        id: /\/(?:antd\/es\/(?:.*style.*|theme\/.*|config-provider\/index)\.js|app\/theme\.ts|wall\/wallTheme\.ts)$/,
      },
      handler(code, id) {
        if (id.endsWith('.ts')) {
          const isWall = id.endsWith('/wallTheme.ts')
          built.set(id, [isWall ? wallMark : ''])
          return isWall ? writeWallTheme(read()) : writePageTheme(read())
        }
        const replaced = leanModule(id, code)
        if (id.endsWith('useResetIconStyle.js')) built.set(id, ['ant-design-icons'])
        if (replaced !== undefined) return replaced
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
        const { light } = read()
        const emitted = new Set<string>()
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const names = Object.keys(chunk.modules)
            .flatMap((id) => built.get(id) ?? [])
            .filter((name) => !neverDrawn.has(name))
          const rules = names.filter((name) => name !== '' && name !== wallMark)
          const missing = rules.filter((name) => !light.rules.has(name))
          if (missing.length > 0)
            this.error(`no rules are written for ${missing.join()}: see web/antdStyles.ts`)
          if (names.length === 0) continue
          const components = new Set(names.map((name) => name.replace(/-.*/, '')))
          const source = [
            writeRules(light.rules, rules),
            writePages(read(), components, used),
            names.includes(wallMark) ? writeWall(read(), used) : '',
          ].join('')
          const fileName = `assets/antd-${hashOf(source)}.css`
          if (!emitted.has(fileName)) this.emitFile({ type: 'asset', fileName, source })
          emitted.add(fileName)
          chunk.viteMetadata?.importedCss.add(fileName)
        }
      },
    },
  }
}
