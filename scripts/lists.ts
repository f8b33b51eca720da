import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { rooms } from './boundaries/rooms.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const note = 'Written by `npm run generate`.'
const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted()
const arrayOf = (names: readonly string[]): string =>
  `[\n${sorted(names)
    .map((name) => `  '${name}',\n`)
    .join('')}] as const\n`

/** `<room>.api.ts` holds a room's calls, or exports those of its other `*.api.ts` files. A room without calls has none. */
function roomsFile(): string {
  const calling = sorted(rooms).filter((room) =>
    existsSync(path.join(root, `contract/src/${room}/${room}.api.ts`)),
  )
  const imports = calling.map((room) => `import * as ${room} from './${room}/${room}.api.ts'\n`).join('')
  const entries = calling.map((room) => `  ${room},\n`).join('')
  return `${imports}\n/** The calls of each room. ${note} */\nexport const rooms = {\n${entries}} as const\n`
}

/** A topic is the name of a room. */
const topicsFile = (): string =>
  `/** The rooms, and so the topics of change events. ${note} */\nexport const topics = ${arrayOf(rooms)}`

function pagesFile(): string {
  const routes = [...globSync('web/src/*/*.routes.ts', { cwd: root }), 'web/src/frame/shell.ts']
  const segments = routes.flatMap((file) =>
    [...read(file).matchAll(/path: '\/(\w+)/g)].flatMap(([, segment]) => segment ?? []),
  )
  return `/**
 * First segments of the web client's page addresses, which follow the \`#\`. The server redirects addresses without the \`#\` to them and
 * answers 404 for other unknown paths. ${note}
 */
export const pageSegments = ${arrayOf(segments)}`
}

/** Replaces the table of pages, whose texts are the pages' titles: `# Audit: export log, action log`. */
function productIndex(): string {
  const pages = sorted(globSync('docs/product/*.md', { cwd: root }).map((file) => path.basename(file, '.md')))
  const rows = pages
    .filter((page) => page !== 'README')
    .map((page) => {
      const [, name, about] = /^# ([^:\n]+): (.+)$/m.exec(read(`docs/product/${page}.md`)) ?? []
      if (!name || !about)
        throw new Error(`docs/product/${page}.md begins with no line like “# Name: subject”`)
      return `| [${name}](${page}.md) | ${about} |\n`
    })
  return read('docs/product/README.md').replace(/(?<=\|---\|---\|\n)(?:\|.*\n)+/, rows.join(''))
}

/**
 * The lists that follow from the folders of the rooms, by file: their calls, topics, page addresses and documents.
 * lists.test.ts checks them.
 */
export const lists = (): Readonly<Record<string, string>> => ({
  'contract/src/rooms.ts': roomsFile(),
  'contract/src/kernel/topics.ts': topicsFile(),
  'contract/src/kernel/pages.ts': pagesFile(),
  'docs/product/README.md': productIndex(),
})
