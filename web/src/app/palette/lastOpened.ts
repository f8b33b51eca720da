import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { mostFound } from '@showroom/contract/find/find.schema'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import type { Finder } from '../../frame/finder'
import { finders } from '../finders'
import { inBrowser } from '../../api/storage'

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
