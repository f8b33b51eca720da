import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { rooms as allRooms } from '../boundaries/rooms.ts'
import { affectedBy, readGraph } from './graph.ts'

/** The tests of a change. */
export interface Selection {
  readonly rooms: readonly string[]
  /** Files for Vitest. */
  readonly tests: readonly string[]
  /** Files for Playwright. */
  readonly journeys: readonly string[]
  /** A changed file that all tests depend on. */
  readonly whole?: string | undefined
}

/** Files changed since the branch left `base`, committed or not, deleted ones too. A moved file has both its names. */
export function changedSince(root: string, base: string): string[] {
  const git = (...args: readonly string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const tracked = git('diff', '--name-only', '--no-renames', '--merge-base', base)
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])].toSorted()
}

const ofAllTests =
  /^(?:package(?:-lock)?\.json|(?:vitest|playwright)\.config\.ts|server\/test\/(?!.*\.test\.ts$|guards\/).*|e2e\/tools\/(?:test|session|server|stage)\.ts)$/

/** `server/src/review`: the part of a room on a floor. */
const partOf = (file: string): string => file.split('/').slice(0, 3).join('/')
const roomIn = (file: string): string | undefined => {
  const [, room = ''] = /^(?:contract|server|web)\/src\/([^/]+)\//.exec(file) ?? []
  return allRooms.includes(room) ? room : undefined
}
const roomsIn = (files: Iterable<string>): Set<string> =>
  new Set([...files].flatMap((file) => roomIn(file) ?? []))

/** Selects by the imports, tables, addresses and calls of the files. */
export function select(root: string, changed: readonly string[], graph = readGraph(root)): Selection {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
  const glob = (...patterns: string[]): string[] => globSync(patterns, { cwd: root }).toSorted()
  let pages: [string, string][] | undefined
  let calls: [string, string][] | undefined
  const affected = affectedBy(graph, changed)
  const parts = new Set([...affected].map(partOf))
  const migrations = changed.filter((file) => /^server\/migrations\/.*\.sql$/.test(file))
  for (const room of roomsWithTables(migrations)) parts.add(`server/src/${room}`)
  const rooms = roomsIn([...parts].map((part) => `${part}/`))

  const there = glob('{contract,server,web,scripts}/**/*.test.ts').filter(
    (file) => !file.includes('node_modules'),
  )
  const touchesServer = [...parts].some((part) => /^(?:contract|server)\/src\//.test(part))
  const always = /^(?:scripts\/(?!help|recipe|release)|server\/test\/guards\/)/
  const walks = /^server\/test\/walks\//
  const ofTables = /^server\/(?:test\/(?:rows|citus)|src\/platform\/db)\//
  const tests = there.filter(
    (file) =>
      affected.has(file) ||
      (roomIn(file) !== undefined && parts.has(partOf(file))) ||
      always.test(file) ||
      (touchesServer && rooms.size > 0 && walks.test(file)) ||
      (migrations.length > 0 && ofTables.test(file)),
  )
  return {
    rooms: [...rooms].toSorted(),
    tests: touchesServer ? [...tests, ...glob('server/test/guards/*.plans.ts')] : tests,
    journeys: findJourneys(),
    whole: changed.find((file) => ofAllTests.test(file)),
  }

  /** Rooms whose statements name a table that these migrations name. */
  function roomsWithTables(files: readonly string[]): Set<string> {
    const tableNames = new Set(
      [...read('server/src/platform/db/tables.ts').matchAll(/^ {2}(\w+): \w+;?$/gm)].map(
        ([, name = '']) => name,
      ),
    )
    const words = (text: string): Set<string> => new Set(text.match(/\b[a-z][a-z0-9_]*\b/g))
    const tables = new Set(files.flatMap((file) => [...words(read(file)).intersection(tableNames)]))
    const statements = glob('server/src/*/**/*.repository.ts', 'server/src/*/*.tables.ts')
    return roomsIn(statements.filter((file) => !words(read(file)).isDisjointFrom(tables)))
  }

  /**
   * The journeys of a room: its folder, else those through its pages or by its calls. If only folders of the room
   * changed that journeys have the names of, these alone.
   */
  function findJourneys(): string[] {
    const files = glob('e2e/**/*.e2e.ts')
    const chosen = [...roomsIn(changed)].flatMap((room) => {
      const inFolder = files.filter((file) => file.startsWith(`e2e/${room}/`))
      const all = inFolder.length > 0 ? inFolder : files.filter((file) => roomsOfJourney(file).has(room))
      const folders = new Set(
        changed.flatMap((file) => (roomIn(file) === room ? (file.split('/').at(-2) ?? '') : [])),
      )
      const nameOf = (file: string): string => path.basename(file, '.e2e.ts')
      const named = all.filter((file) => folders.has(nameOf(file)))
      return folders.isSubsetOf(new Set(named.map(nameOf))) ? named : all
    })
    return [...new Set([...chosen, ...files.filter((file) => affected.has(file))])].toSorted()
  }

  /** The addresses of pages, or the paths of calls, with their rooms. */
  function placesIn(pattern: string): [string, string][] {
    return glob(pattern).flatMap((source) =>
      [...read(source).matchAll(/path: '(\/[\w/-]+)/g)].map(([, place = '']): [string, string] => [
        place.replace(/\/$/, ''),
        roomIn(source) ?? '',
      ]),
    )
  }

  /** Rooms whose pages a journey opens, or whose calls it makes; none if it passes through more than three. */
  function roomsOfJourney(file: string): Set<string> {
    const addresses = [...read(file).matchAll(/['`](\/[\w/-]+)/g)].map(([, address = '']) => address)
    const isIn = (place: string): boolean =>
      addresses.some((address) => address === place || address.startsWith(`${place}/`))
    const roomsOf = (places: [string, string][]): Set<string> =>
      new Set(places.flatMap(([place, room]) => (isIn(place) ? room : [])))
    pages ??= placesIn('web/src/*/*.routes.ts')
    calls ??= placesIn('contract/src/*/*.api.ts')
    const opened = roomsOf(pages)
    if (opened.size > 3) return new Set()
    const words = file.split(/[/.-]/)
    const named = allRooms.filter((room) => words.includes(room) || words.includes(`${room}s`))
    return opened.union(roomsOf(calls)).union(new Set(named))
  }
}
