import path from 'node:path'
import { parseSync, type Plugin, type Rolldown, Visitor } from 'vite'

/**
 * Names the files of each page in index.html, by address: public/first-paint.js fetches those of the page that the
 * address asks for beside the entry, which would otherwise find them one after the other. The routes in the sources say
 * which modules a page imports.
 */

const web = import.meta.dirname

/** The components of the routes that pages are attached to (app/routes.tsx). */
export const layouts: Readonly<Record<string, readonly string[]>> = {
  root: [],
  shell: ['app/ShellLayout.tsx'],
  bareShell: ['app/ShellLayout.tsx'],
  activity: ['app/ShellLayout.tsx', 'app/ActivityLayout.tsx'],
  manager: ['app/ShellLayout.tsx', 'app/ManagerLayout.tsx'],
  reports: ['app/ShellLayout.tsx', 'app/ReportLayout.tsx'],
}

/** The parts that wide windows load with the shell. */
const wideParts = 'ui/later/parts.ts'

export interface Page {
  /** Its address, parameters as `$`. */
  readonly address: string
  readonly parent: string
  /** Modules below `web/src` that it imports, as written: without their extension. */
  readonly modules: readonly string[]
}

/** The lists in index.html; numbers count in `names`. */
export interface PageFiles {
  readonly names: readonly string[]
  /** Pages by address that open without a session, and those below the shell. */
  readonly open: Readonly<Record<string, readonly number[]>>
  readonly kept: Readonly<Record<string, readonly number[]>>
  /** Files for wide windows, in the shell. */
  readonly wide: readonly number[]
}

interface Place {
  readonly start: number
  readonly end: number
}

/** The pages whose routes a module creates. */
export function pagesIn(file: string, code: string): Page[] {
  const routes: Place[] = []
  const imports: (Place & { from: string })[] = []
  const parents: (Place & { name: string })[] = []
  const paths: (Place & { text: string })[] = []
  const spreads: (Place & { name: string })[] = []
  const constants = new Map<string, Place>()
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
    },
    CallExpression(call) {
      if (call.callee.type === 'Identifier' && call.callee.name === 'createRoute') routes.push(call)
    },
    ImportExpression({ start, end, source }) {
      if (source.type === 'Literal') imports.push({ start, end, from: String(source.value) })
    },
    SpreadElement({ start, end, argument }) {
      if (argument.type === 'Identifier') spreads.push({ start, end, name: argument.name })
    },
    Property({ start, end, key, value }) {
      if (key.type !== 'Identifier') return
      if (key.name === 'path' && value.type === 'Literal')
        paths.push({ start, end, text: String(value.value) })
      if (key.name === 'getParentRoute' && value.type === 'ArrowFunctionExpression')
        if (value.body.type === 'Identifier') parents.push({ start, end, name: value.body.name })
    },
  }).visit(parseSync(file, code).program)

  const within =
    (...outer: Place[]) =>
    (inner: Place): boolean =>
      outer.some(({ start, end }) => start <= inner.start && inner.end <= end)
  return routes.flatMap((route) => {
    const shared = spreads.filter(within(route)).flatMap(({ name }) => constants.get(name) ?? [])
    const text = paths.find(within(route))?.text
    const parent = parents.find(within(route, ...shared))?.name
    if (text === undefined || parent === undefined) return []
    return {
      address: path.posix.join('/', text.replace(/\$\w+/g, '$')),
      parent,
      modules: imports
        .filter(within(route))
        .map(({ from }) => path.relative(path.join(web, 'src'), path.resolve(path.dirname(file), from))),
    }
  })
}

export function pageFiles(): Plugin {
  const pages: Page[] = []
  return {
    name: 'page-files',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/src\/.*\broutes\.tsx?$/ },
      handler: (code, id) => void pages.push(...pagesIn(id, code)),
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        if (!entry) throw new Error('index.html has no entry')
        const filesOf = createFinder(bundle)
        const before = new Set(filesOf(entry))
        const names: string[] = []
        const numbersOf = (modules: readonly string[]): number[] => {
          const files = new Set(modules.flatMap((module) => filesOf(chunkOf(bundle, module))))
          return [...files]
            .filter((file) => !before.has(file))
            .map((file) => {
              if (!names.includes(file)) names.push(file)
              return names.indexOf(file)
            })
        }
        const numbered = (isListed: (page: Page) => boolean) =>
          Object.fromEntries(
            pages
              // Modules are transformed in any order.
              .toSorted((a, b) => (a.address < b.address ? -1 : 1))
              .filter(isListed)
              .map(({ address, parent, modules }) => [
                address,
                numbersOf([...(layouts[parent] ?? []), ...modules]),
              ]),
          )
        const files: PageFiles = {
          open: numbered(({ parent, modules }) => parent === 'root' && modules.length > 0),
          kept: numbered(({ parent }) => parent !== 'root'),
          wide: numbersOf([wideParts]),
          names,
        }
        return html
          .replace('<script src="/first-paint.js"', `$& data-pages='${JSON.stringify(files)}'`)
          .replace(
            /(<script type="module"[^>]*><\/script>)((?:\s*<link rel="modulepreload"[^>]*>)+)/,
            runApart,
          )
      },
    },
  }
}

/** Runs what the entry imports before it, each file in its own task: scripts that are not async would share one. */
const runApart = (_all: string, entry: string, preloads: string): string =>
  preloads.replaceAll(
    /<link rel="modulepreload" crossorigin href(="[^"]*")>/g,
    '<script type="module" async fetchpriority="high" crossorigin src$1></script>',
  ) + entry

type Bundle = Rolldown.OutputBundle

/** The chunk that a module became or was put into. */
function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const isIt = (id: string): boolean => {
    const name = path.relative(path.join(web, 'src'), id)
    return name === module || name.replace(/\.tsx?$/, '') === module
  }
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId && isIt(facadeModuleId)) ??
    chunks.find(({ moduleIds }) => moduleIds.some(isIt))
  if (!chunk) throw new Error(`${module} is not in the build`)
  return chunk
}

/** Returns a function that lists a chunk's files: its own and those that it loads statically. */
function createFinder(bundle: Bundle) {
  const visit = (chunk: Rolldown.OutputChunk, seen: Set<string>): Set<string> => {
    if (seen.has(chunk.fileName)) return seen
    seen.add(chunk.fileName)
    for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') visit(imported, seen)
    }
    return seen
  }
  return (chunk: Rolldown.OutputChunk): string[] => [...visit(chunk, new Set())]
}
