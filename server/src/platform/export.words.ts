import { dayText } from '@showroom/contract/kernel/day'
import { maskText } from '@showroom/contract/kernel/mask'
import type { Context } from './http/handler.ts'

/** What a list was asked for, in words: for the log of exports, where somebody reads it years later. */

export interface Asked {
  readonly label: string
  readonly text: string
}

interface Names {
  readonly display: (kind: string, code: number | string) => string
  readonly series: (id: number) => string | undefined
  readonly member: (id: number) => string
}

/** A filter's name, and its value in words; empty where it is not set. */
export interface Wording {
  readonly label: string
  readonly text: (value: never, names: Names) => string
}

const listed = (texts: readonly string[]): string => texts.filter(Boolean).join('、')

/** How the usual kinds of filters are told. */
export const wording = {
  /** A range of days. */
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
  /** Codes of a dictionary. */
  codes: (label: string, kind: string): Wording => ({
    label,
    text: (codes: readonly number[] | number, { display }) =>
      listed([codes].flat().flatMap((code) => (code ? [display(kind, code)] : []))),
  }),
  series: (label: string): Wording => ({
    label,
    text: (ids: readonly number[], { series }) => listed(ids.map((id) => series(id) ?? '')),
  }),
  words: (label: string): Wording => ({ label, text: (words: readonly string[]) => listed(words) }),
  /** A number that stands for a word; 0 for none. */
  choice: (label: string, words: Readonly<Record<number, string>>): Wording => ({
    label,
    text: (value: number) => (value ? (words[value] ?? '') : ''),
  }),
  text: (label: string): Wording => ({ label, text: (text: string) => maskText(text) }),
} as const

/** What was asked, in the order of the words. */
export async function askedOf(
  { db, session, catalogue }: Context,
  query: object,
  words: Readonly<Record<string, Wording>>,
): Promise<Asked[]> {
  const members = await db
    .selectFrom('member')
    .select(['id', 'name'])
    .where('dealer_id', '=', session.dealerId)
    .execute()
  const nameOf = new Map(members.map(({ id, name }) => [id, name]))
  const names: Names = {
    display: catalogue.display,
    series: catalogue.seriesName,
    member: (id) => nameOf.get(id) ?? '',
  }
  return Object.entries(words).flatMap(([field, { label, text }]) => {
    const value = (query as Readonly<Record<string, unknown>>)[field]
    const told = value === undefined ? '' : text(value as never, names)
    return told ? [{ label, text: told }] : []
  })
}
