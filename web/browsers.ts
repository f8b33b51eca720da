import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * The oldest browsers that the client serves. Syntax, CSS, polyfills, the page below the floor and the checks follow
 * from this list.
 */
export const floor = { chrome: 108, firefox: 128, safari: 16.4 } as const

/** For the compilers of scripts and styles. */
export const targets = Object.entries(floor).map(([browser, version]) => `${browser}${version}`)

/**
 * Built-ins that some browser at the floor lacks and that the client or a package uses, with the module that adds each.
 * Browsers that have all of them load no polyfill. The `lib` of the client's and the contract's tsconfig ends with
 * these.
 */
export const polyfills: Readonly<Record<string, string>> = {
  'Array.prototype.toReversed': 'core-js/modules/es.array.to-reversed.js',
  'Array.prototype.toSorted': 'core-js/modules/es.array.to-sorted.js',
  'Array.prototype.toSpliced': 'core-js/modules/es.array.to-spliced.js',
  'Array.prototype.with': 'core-js/modules/es.array.with.js',
  'Uint8Array.prototype.toReversed': 'core-js/modules/es.typed-array.to-reversed.js',
  'Uint8Array.prototype.toSorted': 'core-js/modules/es.typed-array.to-sorted.js',
  'Uint8Array.prototype.with': 'core-js/modules/es.typed-array.with.js',
  'URL.canParse': 'core-js/modules/web.url.can-parse.js',
  'AbortSignal.any': './src/api/abortSignalAny.ts',
}

/** Features of the browsers at the floor, by which public/floor.js recognises older ones. */
const floorFeatures = [
  'globalThis',
  'Proxy',
  'WeakRef',
  'BigInt',
  'Intl.PluralRules',
  'queueMicrotask',
  'structuredClone',
  'Promise.prototype.finally',
  'Promise.allSettled',
  'Promise.any',
  'Symbol.asyncIterator',
  'Object.entries',
  'Object.fromEntries',
  'Object.hasOwn',
  'Array.prototype.flat',
  'Array.prototype.flatMap',
  'Array.prototype.at',
  'Array.prototype.findLast',
  'String.prototype.padStart',
  'String.prototype.matchAll',
  'String.prototype.replaceAll',
  'fetch',
  'URLSearchParams',
  'TextDecoder',
  'ReadableStream',
  'AbortController',
  'AbortSignal.timeout',
  'IntersectionObserver',
  'ResizeObserver',
  'HTMLDialogElement',
  'Element.prototype.replaceChildren',
  'HTMLElement.prototype.inert',
  'CSS.registerProperty',
]
const floorStyles = ['height: 100dvh', 'inset: 0', 'aspect-ratio: 1', 'container-type: inline-size']

const entry = '\0polyfills'

async function buildPolyfills(): Promise<string> {
  const modules = Object.values(polyfills).map((module) => `import '${module}'`)
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins: [
      {
        name: 'polyfills',
        resolveId: (id) => (id === entry ? path.join(import.meta.dirname, 'polyfills.ts') : undefined),
        load: (id) => (id.endsWith('/web/polyfills.ts') ? modules.join('\n') : undefined),
      },
    ],
    build: {
      write: false,
      target: targets,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const [output] = [result].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('the polyfills were not built')
  return chunk.code
}

/** Emits the polyfills, and passes them and the features of the floor to public/floor.js. */
export function browserFloor(): Plugin {
  let file = ''
  return {
    name: 'browser-floor',
    async buildStart() {
      if (this.environment.config.command !== 'build') return
      const source = await buildPolyfills()
      file = `assets/polyfills-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: file, source })
    },
    transformIndexHtml(html) {
      const given = {
        features: floorFeatures,
        styles: floorStyles,
        polyfilled: file ? Object.keys(polyfills) : [],
        file: `/${file}`,
      }
      return html
        .replace('<script src="/floor.js"', `$& data-given='${JSON.stringify(given)}'`)
        .replace(/\{(chrome|firefox|safari)\}/g, (_, browser: keyof typeof floor) => String(floor[browser]))
    },
  }
}
