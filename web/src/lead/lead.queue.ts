import type { Rights } from '@showroom/contract/kernel/call'
import { leadCan, leadStatus, leadTab } from '@showroom/contract/lead/lead.rules'
import type { ClueRow } from '@showroom/contract/lead/list.schema'

type Row = Pick<ClueRow, 'clueId' | 'status'>

/** Whether who works through a tab stops at that lead. An invalid one can be made valid, but waits for that nowhere but on its own tab. */
export const asksForHandling = (tab: number, { status }: Row, by: Rights): boolean =>
  Object.values(leadCan).some((can) => can(status, by)) &&
  (status !== leadStatus.invalid || tab === leadTab.invalid)

/** Where the lead that was just saved stood in the list. */
export interface Place {
  readonly clue: number
  readonly page: number
  readonly lastPage: number
  /** On its page. */
  readonly at: number
  /** The lead behind it, if the page went on. */
  readonly after: number | undefined
}

/** Further on than that nobody waits for the next lead to be found. */
const pagesAhead = 5

/** The lead to go on with: what follows the saved one, also on the next pages; then what was left out before it. */
export async function leadAfter(
  place: Place,
  read: (page: number) => Promise<readonly Row[]>,
  asks: (row: Row) => boolean,
): Promise<{ page: number; clue: number } | undefined> {
  const rows = await read(place.page)
  const cut = cutOf(rows, place)
  const found = (row: Row | undefined, page = place.page) => row && { page, clue: row.clueId }

  const behind = rows.slice(cut).find(asks)
  if (behind) return found(behind)
  for (let page = place.page + 1; page <= Math.min(place.lastPage, place.page + pagesAhead); page++) {
    const ahead = (await read(page)).find(asks)
    if (ahead) return found(ahead, page)
  }
  return found(rows.slice(0, cut).find(asks))
}

/** Where one goes on in the page as it is now: behind the saved lead, or where it was if it has left the list. */
function cutOf(rows: readonly Row[], { clue, at, after }: Place): number {
  const indexOf = (id: number | undefined) => rows.findIndex(({ clueId }) => clueId === id)
  if (indexOf(clue) >= 0) return indexOf(clue) + 1
  return indexOf(after) >= 0 ? indexOf(after) : at
}
