import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { mostFound } from '@showroom/contract/find/find.schema'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { inBrowser } from '../../api/storage'
import type { Finder } from '../../frame/finder'
import { finders } from '../finders'

/**
 * A member's last opened records, newest first. The browser stores only their ids, per member: names and numbers are
 * read again, with the member's current rights.
 */

/** A kind of record, and the id of one. */
export type Opened = readonly [ids: Finder['ids'], id: number]

const placeOf = ({ profile: { dealerId, memberId } }: SessionInfo) =>
  inBrowser(`opened-${dealerId}-${memberId}`)

function readOpened(session: SessionInfo): Opened[] {
  try {
    const stored: unknown = JSON.parse(placeOf(session).read() ?? '[]')
    return Array.isArray(stored) ? stored.filter(isOpened).slice(0, mostFound) : []
  } catch {
    return []
  }
}

function isOpened(stored: unknown): stored is Opened {
  const [ids, id] = Array.isArray(stored) ? (stored as unknown[]) : []
  return finders.some((finder) => finder.ids === ids) && Number.isSafeInteger(id) && Number(id) > 0
}

function rememberOpened(session: SessionInfo, [ids, id]: Opened): void {
  const others = readOpened(session).filter((one) => one[0] !== ids || one[1] !== id)
  placeOf(session).write(JSON.stringify([[ids, id], ...others].slice(0, mostFound)))
}

/** Records the entry at an address, if there is one. */
function note(session: SessionInfo, location: ParsedLocation): void {
  for (const { ids, openedAt } of finders) {
    const id = openedAt(location)
    if (id > 0) rememberOpened(session, [ids, id])
  }
}

/**
 * The last opened records including the current one: on a busy machine the palette may open before `watchOpened`
 * runs.
 */
export function noteOpened(router: AnyRouter, session: SessionInfo): Opened[] {
  note(session, router.latestLocation as ParsedLocation)
  return readOpened(session)
}

/** Records each visited record until the returned function is called. */
export function watchOpened(router: AnyRouter, session: SessionInfo): () => void {
  note(session, router.latestLocation as ParsedLocation)
  return router.subscribe('onResolved', ({ toLocation }) => note(session, toLocation))
}
