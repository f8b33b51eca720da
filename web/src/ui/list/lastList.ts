export interface LastList<Search> {
  keyword: string
  readonly search: Search
  remember(this: void, search: Search, keyword: string): void
}

/**
 * Where a list was last: ways back to it keep filters and keyword. The filters outlive a reload of the page one went to; the keyword
 * does not, because it may be a phone number or a name.
 */
export function createLastList<Search extends object>(
  storageKey: string,
  schema: { parse(raw: unknown): Search },
): LastList<Search> {
  const last: LastList<Search> = {
    keyword: '',
    get search() {
      try {
        return schema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
      } catch {
        return schema.parse({})
      }
    },
    remember(search, keyword) {
      sessionStorage.setItem(storageKey, JSON.stringify(search))
      last.keyword = keyword
    },
  }
  return last
}
