import type { ClueRow } from '@showroom/contract/lead/list.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../frame/session'
import { leadListQuery } from './lead.queries'
import { asksForHandling, leadAfter } from './lead.queue'
import type { LeadFilterState } from './useLeadFilter'

export interface LeadQueue {
  /** `3 / 18`; empty for a lead that is not in the list. */
  readonly place: string
  /** Go to the lead before or after, over the ends of a page; nothing where there is none. */
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
  /** The next lead that asks for handling, once this one is saved; the end of the queue closes the drawer. */
  readonly afterSaved: () => Promise<void>
  readonly close: () => void
}

/** The leads of the list one after the other, as an agent works through them. */
export function useLeadQueue(
  list: LeadFilterState,
  page: { data: readonly ClueRow[]; total: number } | undefined,
  lastPage: number,
): LeadQueue {
  const { filter, keyword, clue, show } = list
  const queries = useQueryClient()
  const router = useRouter()
  const session = useSession()
  const handled = useHandled(clue > 0)
  const ids = (page?.data ?? []).map(({ clueId }) => clueId)
  const at = ids.indexOf(clue)
  const around = useAround(clue, at, ids)

  const rowsOf = async (pageStart: number): Promise<readonly ClueRow[]> =>
    (await queries.query({ ...leadListQuery({ ...filter, pageStart }, keyword), staleTime: 0 })).data
  const toPage = async (pageStart: number, pick: 'first' | 'last'): Promise<void> => {
    const found = await rowsOf(pageStart).catch(() => [])
    const row = pick === 'first' ? found[0] : found.at(-1)
    if (row) show({ ...filter, pageStart }, row.clueId)
  }
  const { pageStart, pageCount } = filter
  const step = (id: number | undefined, to: number, pick: 'first' | 'last') => {
    if (id !== undefined) return () => show(filter, id)
    return at >= 0 && to >= 1 && to <= lastPage ? () => void toPage(to, pick) : undefined
  }
  const close = (): void => {
    if (router.history.canGoBack() && router.state.location.state.opened) router.history.back()
    else show(filter, 0)
  }
  return {
    place: at < 0 ? '' : `${(pageStart - 1) * pageCount + at + 1} / ${page?.total ?? 0}`,
    previous: step(around.before, pageStart - 1, 'last'),
    next: step(around.after, pageStart + 1, 'first'),
    afterSaved: async () => {
      handled.add(clue)
      const next = await leadAfter(
        { clue, page: pageStart, lastPage, at: around.at, after: around.after },
        rowsOf,
        (row) => !handled.has(row.clueId) && asksForHandling(filter.tab, row, { ...session, flags: session }),
      ).catch(() => undefined)
      if (next) show({ ...filter, pageStart: next.page }, next.clue)
      else close()
    },
    close,
  }
}

/** What was saved since the drawer opened: a lead that was not reached stays in the list, and once is enough. */
function useHandled(open: boolean): Set<number> {
  const handled = useRef(new Set<number>())
  useEffect(() => {
    if (!open) handled.current.clear()
  }, [open])
  return handled.current
}

/** The neighbours in the list, also of a lead that has just left it. */
function useAround(clue: number, at: number, ids: readonly number[]) {
  const now = at < 0 ? undefined : { clue, at, before: ids[at - 1], after: ids[at + 1] }
  const [kept, setKept] = useState(now)
  useEffect(() => {
    if (now) setKept(now)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the four say all of it
  }, [now?.clue, now?.at, now?.before, now?.after])
  return now ?? (kept?.clue === clue ? kept : { at: 0, before: undefined, after: ids[0] })
}
