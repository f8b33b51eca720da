import { dayText } from '@showroom/contract/kernel/day'
import { maskText } from '@showroom/contract/kernel/mask'
import { readNames } from './export.repository.ts'
import type { Context } from '../http/handler.ts'

/** Describes a list's filters in words for the export log, which is read years later. */

export interface Asked {
  readonly label: string
  readonly text: string
}

interface Names {
  readonly display: (kind: string, code: number | string) => string
  readonly series: (id: number) => string | undefined
  readonly member: (id: number) => string
  readonly region: (code: number) => string
  /** Name of one of the store's own sources. */
  readonly source: (id: number) => string
}

/** A filter's label, and its value in words; empty if the filter is not set. */
export interface Wording {
  readonly label: string
  readonly text: (value: never, names: Names) => string
}

const listed = (texts: readonly string[]): string => texts.filter(Boolean).join('、')

/** Descriptions for the usual kinds of filters. */
export const wording = {
  days: (label: string): Wording => ({
    label,
    text: (range: { start: number; end: number } | undefined) =>
      !range || (!range.start && !range.end)
        ? ''
        : `${range.start ? dayText(range.start) : '最早'} 至 ${range.end ? dayText(range.end) : '今天'}`,
  }),
  members: (label: string): Wording => ({
    label,
    text: (ids: readonly number[], { member }) => listed(ids.map(member)),
  }),
  /** One member; 0 for none. */
  member: (label: string): Wording => ({
    label,
    text: (id: number, { member }) => (id ? member(id) : ''),
  }),
  /** Dictionary codes. */
  codes: (label: string, kind: string): Wording => ({
    label,
    text: (codes: readonly number[] | number, { display }) =>
      listed([codes].flat().flatMap((code) => (code ? [display(kind, code)] : []))),
  }),
  series: (label: string): Wording => ({
    label,
    text: (ids: readonly number[] | number, { series }) =>
      listed([ids].flat().flatMap((id) => (id ? [series(id) ?? ''] : []))),
  }),
  /** The code of a region; 0 for none. */
  region: (label: string): Wording => ({
    label,
    text: (code: number, { region }) => (code ? region(code) : ''),
  }),
  /** Ids of the store's own sources. */
  sources: (label: string): Wording => ({
    label,
    text: (ids: readonly number[] | number, { source }) =>
      listed([ids].flat().flatMap((id) => (id ? [source(id)] : []))),
  }),
  /** Number of rows selected individually. */
  chosen: (label: string, unit: string): Wording => ({
    label,
    text: (ids: readonly number[]) => (ids.length > 0 ? `${ids.length} ${unit}` : ''),
  }),
  words: (label: string): Wording => ({ label, text: (words: readonly string[]) => listed(words) }),
  /** A number with a word for each value; 0 for none. */
  choice: (label: string, words: Readonly<Record<number, string>>): Wording => ({
    label,
    text: (value: number) => (value ? (words[value] ?? '') : ''),
  }),
  text: (label: string): Wording => ({ label, text: (text: string) => maskText(text) }),
} as const

/** Describes the set filters, in the order of `words`. */
export async function askedOf(
  { db, session, catalogue }: Context,
  query: object,
  words: Readonly<Record<string, Wording>>,
): Promise<Asked[]> {
  const members = await readNames(db, session.scope, 'member')
  const sources = await readNames(db, session.scope, 'custom_source')
  const names: Names = {
    display: catalogue.display,
    series: catalogue.seriesName,
    member: (id) => members.get(id) ?? '',
    region: catalogue.regionName,
    source: (id) => maskText(sources.get(id) ?? ''),
  }
  return Object.entries(words).flatMap(([field, { label, text }]) => {
    const value = (query as Readonly<Record<string, unknown>>)[field]
    const valueText = value === undefined ? '' : text(value as never, names)
    return valueText ? [{ label, text: valueText }] : []
  })
}
