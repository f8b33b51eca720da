import path from 'node:path'
import { parseSync, type Plugin, type ResolveModulePreloadDependenciesFn, Visitor } from 'vite'

/** Passes every dynamic import of the client through `loadPart` of src/api/files.ts, with the files that it needs. */

const loader = path.join(import.meta.dirname, 'src/api/files.ts')

/** The files of an import. Vite lists those of a module without static imports as none. */
export const filesOfPart: ResolveModulePreloadDependenciesFn = (file, others, { hostType }) =>
  hostType === 'js' ? [...new Set([file, ...others])] : others

/** Dynamic imports of a built file outside of `loadPart`, or without their files. */
export function bareImports(name: string, code: string): string[] {
  const imports: { start: number; end: number }[] = []
  const guarded: { start: number; end: number }[] = []
  new Visitor({
    ImportExpression: (node) => imports.push(node),
    CallExpression({ arguments: [part, files] }) {
      if (part?.type !== 'ArrowFunctionExpression' || files?.type !== 'CallExpression') return
      if (files.callee.type === 'Identifier' && files.callee.name === '__vite__mapDeps') guarded.push(part)
    },
  }).visit(parseSync(name, code).program)
  return imports
    .filter(({ start, end }) => !guarded.some((part) => part.start <= start && end <= part.end))
    .map(({ start, end }) => code.slice(start, end))
}

export const lazyParts: Plugin = {
  name: 'lazy-parts',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => `export { loadPart as __vitePreload } from '${loader}'`,
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const [bare] = chunk.type === 'chunk' ? bareImports(chunk.fileName, chunk.code) : []
        if (bare)
          this.error(
            `${chunk.fileName} has ${bare}, which would fail without a network: see web/lazyParts.ts`,
          )
      }
    },
  },
}
