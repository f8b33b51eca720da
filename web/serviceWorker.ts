import { createHash, hash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { targets } from './browsers.ts'

/**
 * Emits the service worker, with the files of the build for use without a network. Files outside `assets` have their
 * hash in the page's addresses, so that a page never loads those of another build from the worker's cache.
 */

const folder = path.join(import.meta.dirname, 'public')

/** Scripts of `public` that the page loads, by their address with the hash of their content. */
const scripts = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [
      `/${name}`,
      `/${name}?v=${hash('sha256', readFileSync(path.join(folder, name))).slice(0, 8)}`,
    ]),
)

interface Kept {
  readonly url: string
  /** Null if the address holds the hash of the content. */
  readonly revision: string | null
  /** Refuses the file of another node, which may have another build during a deployment. */
  readonly integrity?: string
}

const checked = (url: string, content: string | Uint8Array, isHashed: boolean): Kept => {
  const digest = createHash('sha256').update(content).digest('base64')
  return { url, revision: isHashed ? null : digest, integrity: `sha256-${digest}` }
}

/** Old browsers alone load the polyfills, and none of these has the worker's other features. */
const isKept = (file: string): boolean =>
  file === 'index.html' || (file.startsWith('assets/') && !file.startsWith('assets/polyfills-'))

function keptFiles(bundle: Rolldown.OutputBundle): Kept[] {
  const page = bundle['index.html']
  if (page?.type !== 'asset') throw new Error('index.html is not in the build')
  return [
    ...Object.keys(bundle)
      .filter((file) => isKept(file) && file !== page.fileName)
      .map((file) => ({ url: `/${file}`, revision: null })),
    checked('/index.html', page.source, false),
    ...[...scripts].map(([name, url]) => checked(url, readFileSync(path.join(folder, name)), true)),
  ]
}

async function buildWorker(files: readonly Kept[]): Promise<string> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    define: { files: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: targets,
      rolldownOptions: { input: path.join(import.meta.dirname, 'worker/sw.ts'), output: { format: 'iife' } },
    },
  })
  const [output] = [result].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('the service worker was not built')
  return chunk.code
}

export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      [...scripts].reduce((page, [name, url]) => page.replace(`src="${name}"`, `src="${url}"`), html),
  },
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await buildWorker(keptFiles(bundle)) })
    },
  },
}
