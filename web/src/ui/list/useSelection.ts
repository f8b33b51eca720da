import { useState } from 'react'

/** Rows chosen for something done to several at once. */
export interface Selection {
  readonly ids: readonly number[]
  /** All that the filters find, on whichever page: what is done is done by the filters, not by ids. */
  readonly isAll: boolean
  readonly set: (ids: number[]) => void
  readonly setAll: () => void
  /** On a phone a card opens its row, unless one is choosing. */
  readonly choosing: boolean
  readonly choose: () => void
  readonly end: () => void
}

/** What table and cards know of it. */
export interface Choosing {
  /** Nothing where rows cannot be selected. */
  selected: readonly number[] | undefined
  onSelect: (ids: number[]) => void
}

export function useSelection(): Selection {
  const [{ ids, isAll }, setChosen] = useState<{ ids: readonly number[]; isAll: boolean }>(nothing)
  const [choosing, setChoosing] = useState(false)
  const end = (): void => {
    setChosen(nothing)
    setChoosing(false)
  }
  // Nothing is the same nothing each time: filters forget what is chosen, and most often nothing is.
  const set = (next: number[]): void => setChosen(next.length === 0 ? nothing : { ids: next, isAll: false })
  return {
    ids,
    isAll,
    set,
    setAll: () => setChosen({ ids: [], isAll: true }),
    choosing,
    choose: () => setChoosing(true),
    end,
  }
}

const nothing: { ids: readonly number[]; isAll: boolean } = { ids: [], isAll: false }

/** What is ticked on the page in sight. One that is unticked of all leaves the others of its page. */
export const tickedOf = <Row>(
  { ids, isAll }: Selection,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => number,
): readonly number[] => (isAll ? (rows ?? []).map(idOf) : ids)

/** The list for filters that find other rows: what was selected among the old ones goes first. */
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
