import type { Call, RequestOf } from '@showroom/contract/kernel/call'
import { z } from 'zod'
import { type ListField, number, type Raw } from './fields'
import { createLastList, type LastList } from './lastList'

/** What follows from a list's table of fields: its address, its filter, and what the call is asked. */

// oxlint-disable-next-line typescript/no-explicit-any -- a table has fields of many values
export type AnyField = ListField<any, any, any>
export type Fields = Readonly<Record<string, AnyField>>

export interface Page {
  /** From 1. */
  pageStart: number
  /** Rows a page, one of `pageSizes`. */
  pageCount: number
  /** The view that one is in; 0 for none. */
  view: number
}
const usualPage = 10
export const pageSizes = [usualPage, 20, 30, 50]

export type ValueOf<Field> = Field extends ListField<infer _Kind, infer Value, infer _Sent> ? Value : never
type SentBy<Field> = Field extends ListField<infer _Kind, infer _Value, infer Sent> ? Sent : never

/** What the page works with: a value a field, the keyword, and the page. */
export type FilterOf<F extends Fields> = { -readonly [Name in keyof F]: ValueOf<F[Name]> } & Page & {
    /** What is searched for; '' for nothing. Never in the address: it may be a phone number or a name. */
    keyword: string
  }

/** A change of one field. */
export const partOf = <F extends Fields>(field: keyof F & string, value: unknown): Partial<FilterOf<F>> =>
  ({ [field]: value }) as Partial<FilterOf<F>>

/** The address: what was chosen, by the fields' keys. */
export type ListSearch = { [key: string]: Raw }

type Body<C extends Call> = Omit<RequestOf<C>, 'dealerId'>

/** A field that the call's request does not know, or knows as something else, does not compile. */
type Known<F extends Fields, B> = {
  [Name in keyof F]: F[Name] extends { isOwn: true }
    ? F[Name]
    : Name extends keyof B
      ? SentBy<F[Name]> extends B[Name]
        ? F[Name]
        : never
      : never
}

interface ListOptions<F extends Fields, B> {
  /** Where the list is kept for the ways back to it, and as which; lists that share a place have the one that was open last. */
  kept: { in: string; as: string }
  /** The address's key for what is open over the list: a row's id, or 1. */
  opens?: string
  /** What is usual where that depends on the rest. What stands as usual moves along when the rest changes. */
  usual?: { readonly [Name in keyof F]?: (filter: FilterOf<F>) => ValueOf<F[Name]> }
  /** Takes back what makes no sense beside the rest. */
  settle?: (filter: FilterOf<F>) => FilterOf<F>
  /** Fields that are of no effect beside the rest: they do not count as set. */
  idle?: { readonly [Name in keyof F]?: (filter: FilterOf<F>) => boolean }
  /** What is looked at where everything is, of what clearing leaves: the tab of all rows. */
  widest?: Partial<FilterOf<F>>
  /** What the call is sent otherwise than field by field. */
  send?: (filter: FilterOf<F>) => Partial<B>
}

export interface ListTable<F extends Fields = Fields, B = object> {
  readonly fields: F
  /** The key of what is open over the list. */
  readonly opens: string | undefined
  /** Of the address: nonsense is dropped. */
  readonly Search: z.ZodType<ListSearch>
  readonly usual: FilterOf<F>
  readonly last: LastList<ListSearch>
  filterOf(this: void, search: ListSearch, keyword?: string): FilterOf<F>
  /** An address that says only what differs from the usual. */
  searchOf(this: void, filter: FilterOf<F>): ListSearch
  /** What the call is asked for a page. Relative ranges become days here. */
  requestOf(this: void, filter: FilterOf<F>): B
  /** What the address leaves out of a field, beside the rest. A keyword is held back by no range of days that nobody chose. */
  usualOf<Name extends keyof F>(this: void, filter: FilterOf<F>, name: Name): FilterOf<F>[Name]
  /** Any change but one of the page starts again at page 1. */
  changed(this: void, filter: FilterOf<F>, part: Partial<FilterOf<F>>): FilterOf<F>
  /** Without its filters. Keyword, tabs, order and the size of a page stay. */
  cleared(this: void, filter: FilterOf<F>): FilterOf<F>
  /** All that the keyword can find. */
  widest(this: void, filter: FilterOf<F>): FilterOf<F>
  /** Whether the keyword is searched for in days that are otherwise left out. */
  isOfAllTime(this: void, filter: FilterOf<F>): boolean
  /** The filters that are set. */
  chosen(this: void, filter: FilterOf<F>): (keyof F & string)[]
}

/** Makes a list of the table of its fields, for the call that it asks. */
export const listFields =
  <C extends Call>() =>
  <const F extends Fields>(
    fields: F & Known<F, Body<C>>,
    options: ListOptions<F, Body<C>>,
  ): ListTable<F, Body<C>> => {
    const table: Fields = fields
    const names = Object.keys(table)
    const Search = searchSchema(table, options.opens)
    const isDays = (name: string): boolean => table[name]?.kind === 'days'
    const usualOf = (filter: Values, name: string) => {
      if (isDays(name) && filter.keyword !== '') return ''
      return options.usual?.[name]?.(filter as FilterOf<F>) ?? table[name]?.usual
    }
    const isDependent = (name: string): boolean => isDays(name) || options.usual?.[name] !== undefined
    /** The fields whose usual value depends on others are read after those. */
    const inOrder = names.toSorted((a, b) => Number(isDependent(a)) - Number(isDependent(b)))
    const settle = (filter: Values): FilterOf<F> =>
      options.settle ? options.settle(filter as FilterOf<F>) : (filter as FilterOf<F>)

    const filterOf = (search: ListSearch, keyword = ''): FilterOf<F> => {
      const filter: Values = { ...readPage(search), keyword }
      for (const name of inOrder)
        filter[name] = table[name]?.read(search[table[name].key]) ?? usualOf(filter, name)
      return settle(filter)
    }
    const isUsual = (filter: Values, name: string): boolean =>
      table[name]?.write(filter[name]) === table[name]?.write(usualOf(filter, name))
    const searchOf = (filter: Values, among = names): ListSearch => {
      const said = among
        .filter((name) => !isUsual(filter, name))
        .map((name) => [table[name]?.key, shortest(table[name]?.write(filter[name]))])
      return { ...Object.fromEntries(said), ...searchOfPage(filter as Values & Page) }
    }
    const changed = (filter: Values, part: Values): FilterOf<F> => {
      const next: Values = { ...filter, pageStart: 1, ...part }
      for (const name of names)
        if (isDependent(name) && !(name in part) && isUsual(filter, name)) next[name] = usualOf(next, name)
      return settle(next)
    }
    const cleared = (filter: FilterOf<F>): FilterOf<F> => {
      const kept = names.filter((name) => table[name]?.isKept)
      return filterOf(searchOf({ ...filter, pageStart: 1, view: 0 }, kept), filter.keyword)
    }
    const isIdle = (filter: FilterOf<F>, name: string): boolean => options.idle?.[name]?.(filter) ?? false
    return {
      fields,
      opens: options.opens,
      Search,
      usual: filterOf({}),
      last: createLastList(options.kept.in, options.kept.as, Search),
      filterOf,
      usualOf: (filter, name) => usualOf(filter, String(name)),
      searchOf: (filter) => searchOf(filter),
      requestOf: (filter) => {
        const { pageStart, pageCount, keyword } = filter
        const sent = names
          .filter((name) => !('isOwn' in (table[name] ?? {})))
          .map((name) => [name, table[name]?.send(filter[name])])
        return {
          ...Object.fromEntries(sent),
          key: keyword,
          pageStart,
          pageCount,
          ...options.send?.(filter),
        } as Body<C>
      },
      changed,
      cleared,
      widest: (filter) => changed(cleared(filter), { ...options.widest }),
      isOfAllTime: (filter) => {
        const isLifted = (name: string): boolean =>
          filter[name] === '' && usualOf({ ...filter, keyword: '' }, name) !== '' && !isIdle(filter, name)
        return filter.keyword !== '' && names.some((name) => isDays(name) && isLifted(name))
      },
      chosen: (filter) =>
        names.filter((name) => table[name]?.label !== '' && !isUsual(filter, name) && !isIdle(filter, name)),
    }
  }

type Values = Record<string, unknown>

function searchSchema(fields: Fields, opens: string | undefined): z.ZodType<ListSearch> {
  const byKey = Object.values(fields).map(({ key, schema }) => [key, schema] as const)
  return z.object({
    ...Object.fromEntries(byKey),
    p: number(1e6),
    n: number(50),
    v: number(Number.MAX_SAFE_INTEGER),
    ...(opens && { [opens]: number(Number.MAX_SAFE_INTEGER) }),
  })
}

function readPage({ p, n, v }: ListSearch): Values & Page {
  const pageCount = Number(n)
  return {
    pageStart: Math.max(1, Number(p ?? 1)),
    pageCount: pageSizes.includes(pageCount) ? pageCount : usualPage,
    view: Number(v ?? 0),
  }
}

const searchOfPage = ({ pageStart, pageCount, view }: Page): ListSearch => ({
  ...(pageStart > 1 && { p: pageStart }),
  ...(pageCount !== usualPage && { n: pageCount }),
  ...(view > 0 && { v: view }),
})

/** A lone id goes as a number: the router would put quotes around a string of digits. */
const shortest = (value: string | number | undefined): Raw =>
  /^\d{1,15}$/.test(String(value)) ? Number(value) : value
