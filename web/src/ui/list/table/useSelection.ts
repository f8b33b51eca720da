import { type RefObject, useRef, useState } from 'react'

/** Rows selected for a bulk action. */
export interface Selection {
  readonly ids: readonly number[]
  /** All rows the filters find, on any page: the action is sent with the filters instead of ids. */
  readonly isAll: boolean
  readonly set: (ids: number[]) => void
  readonly setAll: () => void
  /** Selection mode on a phone, where a card otherwise opens its row. */
  readonly choosing: boolean
  readonly choose: () => void
  readonly end: () => void
  /** The page's own actions on the selected rows; the selection bar repeats them only while they are out of sight. */
  readonly head: RefObject<HTMLDivElement | null>
}

/** The part of it that tables and cards use. */
export interface Choosing {
  /** Undefined if rows cannot be selected. */
  selected: readonly number[] | undefined
  onSelect: (ids: number[]) => void
}

export function useSelection(): Selection {
  const [{ ids, isAll }, setChosen] = useState<{ ids: readonly number[]; isAll: boolean }>(nothing)
  const [choosing, setChoosing] = useState(false)
  const head = useRef<HTMLDivElement>(null)
  const end = (): void => {
    setChosen(nothing)
    setChoosing(false)
  }
  // Reuses one empty object: every filter change clears the selection, which is mostly empty already.
  const set = (next: number[]): void => setChosen(next.length === 0 ? nothing : { ids: next, isAll: false })
  return {
    ids,
    isAll,
    set,
    setAll: () => setChosen({ ids: [], isAll: true }),
    choosing,
    choose: () => setChoosing(true),
    end,
    head,
  }
}

const nothing: { ids: readonly number[]; isAll: boolean } = { ids: [], isAll: false }

/** The ticked rows of the current page. Unticking one while all rows are selected leaves the others of the page ticked. */
export const tickedOf = <Row>(
  { ids, isAll }: Selection,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => number,
): readonly number[] => (isAll ? (rows ?? []).map(idOf) : ids)

/** Returns the list with a `change` that clears the selection first, because other filters find other rows. */
export const whenChanged = <List extends { readonly change: (part: never) => void }>(
  list: List,
  forget: () => void,
): List => ({
  ...list,
  change: (part: never) => {
    forget()
    list.change(part)
  },
})
