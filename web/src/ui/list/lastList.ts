export interface LastList<Search> {
  readonly keyword: string
  readonly search: Search
  remember(this: void, search: Search, keyword: string): void
}

/**
 * Where a list was last: ways back to it keep filters and keyword. The filters outlive a reload of the page one went to; the keyword
 * does not, because it may be a phone number or a name. Lists may share a key of the storage: what
 * is kept there is of the one that was open last, and says which one that is.
 */
export function createLastList<Search extends object>(
  storageKey: string,
  list: string,
  schema: { parse(raw: unknown): Search },
): LastList<Search> {
  let typed = ''
  const stored = (): Search | undefined => {
    try {
      const { of, search } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Stored>
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
      sessionStorage.setItem(storageKey, JSON.stringify({ of: list, search } satisfies Stored))
      typed = keyword
    },
  }
}

interface Stored {
  readonly of: string
  readonly search: unknown
}
