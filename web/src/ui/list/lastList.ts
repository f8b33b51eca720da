import { inTab } from '../../api/storage'

export interface LastList<Search> {
  readonly keyword: string
  readonly search: Search
  remember(this: void, search: Search, keyword: string): void
}

/**
 * Remembers the last state of a list, so that ways back to it keep filters and keyword. Filters survive a reload; the
 * keyword does not, because it may be a phone number or a name. Lists may share a storage key: it then holds the state
 * and name of the list opened last.
 */
export function createLastList<Search extends object>(
  storageKey: string,
  list: string,
  schema: { parse(raw: unknown): Search },
): LastList<Search> {
  const place = inTab(storageKey)
  let typed = ''
  const stored = (): Search | undefined => {
    try {
      const { of, search } = JSON.parse(place.read() ?? '{}') as Partial<Stored>
      return of === list ? schema.parse(search) : undefined
    } catch {
      return undefined
    }
  }
  return {
    get keyword() {
      return stored() ? typed : ''
    },
    get search() {
      return stored() ?? schema.parse({})
    },
    remember(search, keyword) {
      place.write(JSON.stringify({ of: list, search } satisfies Stored))
      typed = keyword
    },
  }
}

interface Stored {
  readonly of: string
  readonly search: unknown
}
