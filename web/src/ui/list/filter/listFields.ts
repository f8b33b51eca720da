import type { Call, RequestOf } from '@showroom/contract/kernel/call'
import { z } from 'zod'
import { type FieldKind, type ListField, number } from './fields'
import type { ListSearch, Raw } from './listSearch'
import { createLastList, type LastList } from '../lastList'

/** Derives a list's address, filter and request from its table of fields. */

// oxlint-disable-next-line typescript/no-explicit-any -- a table has fields of many values
export type AnyField = ListField<FieldKind, any, any>
export type Fields = Readonly<Record<string, AnyField>>

export interface Page {
  /** From 1. */
  pageStart: number
  /** Rows per page, one of `pageSizes`. */
  pageCount: number
  /** The current view; 0 for none. */
  view: number
}
const usualPage = 10
export const pageSizes = [usualPage, 20, 30, 50]

export type ValueOf<Field> = Field extends ListField<infer _Kind, infer Value, infer _Sent> ? Value : never
type SentBy<Field> = Field extends ListField<infer _Kind, infer _Value, infer Sent> ? Sent : never

/** A list's filter values: one per field, the keyword and the page. */
export type FilterOf<F extends Fields> = { -readonly [Name in keyof F]: ValueOf<F[Name]> } & Page & {
    /** The searched keyword; '' for none. Never in the address, because it may be a phone number or a name. */
    keyword: string
  }

/** A filter change of one field. */
export const partOf = <F extends Fields>(field: keyof F & string, value: unknown): Partial<FilterOf<F>> =>
  ({ [field]: value }) as Partial<FilterOf<F>>

type Body<C extends Call> = Omit<RequestOf<C>, 'dealerId'>

/** Makes a field fail to compile if the query's request lacks it or has another type. */
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
  /** Storage key and name under which the list's state is kept. Lists that share a key keep only the one opened last. */
  kept: { in: string; as: string }
  /** The address's key for what the list opens: a row's id, or 1 for a dialog without a row. */
  opens?: string
  /** Default values that depend on other fields. A field at its default follows when the others change. */
  usual?: { readonly [Name in keyof F]?: (filter: FilterOf<F>) => ValueOf<F[Name]> }
  /** Resets values that make no sense together with the others. */
  settle?: (filter: FilterOf<F>) => FilterOf<F>
  /** Fields that have no effect together with the others; they do not count as set. */
  idle?: { readonly [Name in keyof F]?: (filter: FilterOf<F>) => boolean }
  /** Values that show all rows, applied after clearing, such as the tab of all rows. */
  widest?: Partial<FilterOf<F>>
  /** Request fields that differ from those sent field by field. */
  send?: (filter: FilterOf<F>) => Partial<B>
}

export interface ListTable<F extends Fields = Fields, B = object> {
  readonly fields: F
  /** The address's key for what the list opens. */
  readonly opens: string | undefined
  /** Schema of the address; invalid values are dropped. */
  readonly Search: z.ZodType<ListSearch>
  readonly usual: FilterOf<F>
  readonly last: LastList<ListSearch>
  filterOf(this: void, search: ListSearch, keyword?: string): FilterOf<F>
  /** The address of a filter, with only the values that differ from the defaults. */
  searchOf(this: void, filter: FilterOf<F>): ListSearch
  /** The request for a page. Relative ranges become days here. */
  requestOf(this: void, filter: FilterOf<F>): B
  /** A field's default value, given the other fields. With a keyword, ranges of days default to any day. */
  usualOf<Name extends keyof F>(this: void, filter: FilterOf<F>, name: Name): FilterOf<F>[Name]
  /** Applies a change; any change except of the page itself goes to page 1. */
  changed(this: void, filter: FilterOf<F>, part: Partial<FilterOf<F>>): FilterOf<F>
  /** Clears the filters. Keyword, tabs, order and page size stay. */
  cleared(this: void, filter: FilterOf<F>): FilterOf<F>
  /** The filter that shows all rows the keyword can find. */
  widest(this: void, filter: FilterOf<F>): FilterOf<F>
  /** Whether the keyword search covers days that are otherwise left out. */
  isOfAllTime(this: void, filter: FilterOf<F>): boolean
  /** The field whose default range of days leaves rows out, while it is in effect. */
  leftOut(this: void, filter: FilterOf<F>): (keyof F & string) | undefined
  /** The names of the set filters. */
  chosen(this: void, filter: FilterOf<F>): (keyof F & string)[]
}

/** Builds a list from its table of fields and the query it calls. */
export const listFields =
  <C extends Call>() =>
  <const F extends Fields>(
    fields: F & Known<F, Body<C>>,
    options: ListOptions<F, Body<C>>,
  ): ListTable<F, Body<C>> => {
    const table: Fields = fields
    const names = Object.keys(table)
    const Search = z.lazy(() => searchSchema(table, options.opens))
    const isDays = (name: string): boolean => table[name]?.kind === 'days'
    const usualOf = (filter: Values, name: string): unknown => {
      if (isDays(name) && filter.keyword !== '') return ''
      return options.usual?.[name]?.(filter as FilterOf<F>) ?? table[name]?.usual
    }
    const isDependent = (name: string): boolean => isDays(name) || options.usual?.[name] !== undefined
    /** Fields whose default depends on others are read after those. */
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
      const labels = among
        .filter((name) => !isUsual(filter, name))
        .map((name): [string, Raw] => [table[name]?.key ?? '', shortest(table[name]?.write(filter[name]))])
      return { ...Object.fromEntries(labels), ...searchOfPage(filter as Values & Page) }
    }
    const changed = (filter: Values, part: Values): FilterOf<F> => {
      const next: Values = { ...filter, pageStart: 1, ...part }
      for (const name of names)
        if (isDependent(name) && !(name in part) && isUsual(filter, name)) next[name] = usualOf(next, name)
      return settle(next)
    }
    const cleared = (filter: FilterOf<F>): FilterOf<F> => {
      const storedNames = names.filter((name) => table[name]?.isKept)
      return filterOf(searchOf({ ...filter, pageStart: 1, view: 0 }, storedNames), filter.keyword)
    }
    const isIdle = (filter: FilterOf<F>, name: string): boolean => options.idle?.[name]?.(filter) ?? false
    return {
      fields,
      opens: options.opens,
      Search,
      usual: filterOf({}),
      last: createLastList(options.kept.in, options.kept.as, Search),
      filterOf,
      usualOf: (filter, name) => usualOf(filter, String(name)) as never,
      searchOf: (filter) => searchOf(filter),
      requestOf: (filter) => {
        const { pageStart, pageCount, keyword } = filter
        const sent = names
          .filter((name) => !('isOwn' in (table[name] ?? {})))
          .map((name): [string, unknown] => [name, table[name]?.send(filter[name])])
        return {
          ...Object.fromEntries(sent),
          key: keyword,
          pageStart,
          pageCount,
          ...options.send?.(filter),
        } as object as Body<C>
      },
      changed,
      cleared,
      widest: (filter) => changed(cleared(filter), { ...options.widest }),
      isOfAllTime: (filter) => {
        const isLifted = (name: string): boolean =>
          filter[name] === '' && usualOf({ ...filter, keyword: '' }, name) !== '' && !isIdle(filter, name)
        return filter.keyword !== '' && names.some((name) => isDays(name) && isLifted(name))
      },
      leftOut: (filter) =>
        names.find(
          (name) => isDays(name) && filter[name] !== '' && isUsual(filter, name) && !isIdle(filter, name),
        ),
      chosen: (filter) =>
        names.filter((name) => table[name]?.label !== '' && !isUsual(filter, name) && !isIdle(filter, name)),
    }
  }

type Values = Record<string, unknown>

function searchSchema(fields: Fields, opens: string | undefined): z.ZodType<ListSearch> {
  const byKey = Object.values(fields).map(({ key, schema }) => [key, schema] as const)
  return z.object({
    ...Object.fromEntries(byKey.map(([key, schema]) => [key, schema()])),
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

/** Writes a single id as a number: the router would put quotes around a string of digits. */
const shortest = (value: string | number | undefined): Raw =>
  /^\d{1,15}$/.test(String(value)) ? Number(value) : value
