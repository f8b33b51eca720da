import { groupRoles } from '@showroom/contract/kernel/call'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import type { RoomDeps } from '../../platform/room.ts'
import { listClear } from '../../platform/tables/pictures.repository.ts'
import { RawAnswer, RawJson } from '../../platform/http/answer.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findOlderRows, findPeek, findProfile } from './profile.repository.ts'

/** The file store, and the words by which pictures are clear. */
type MediaDeps = Pick<RoomDeps, 'files' | 'tables'>

/** Returns the whole file with the reader's rights, and signed links instead of keys. */
export async function readProfile(
  context: Context,
  media: MediaDeps,
  customerId: number,
): Promise<RawAnswer> {
  const { db, session, now } = context
  const viewer = { groupId: session.dealer.groupId, now }
  const customerRow = await findProfile(db, session.scope, viewer, customerId)
  if (!customerRow) throw new Refusal('NOT_FOUND')
  const { allowAssign, canResign, allowFailVerify, onlyReads } = session.flags
  const isOfGroup = groupRoles.includes(session.role)
  // Most files have no recordings or pictures: PostgreSQL's JSON is then sent unparsed.
  const profile = customerRow.has_media
    ? await signProfile(context, media, customerRow.profile)
    : customerRow.profile
  return new RawAnswer(profile, {
    allowAssign,
    canResign,
    allowFailVerify,
    // Investors and group supervisors only view; with the right of review supervisors decide on defeats and change nothing else.
    onlyView: onlyReads || (isOfGroup && !allowFailVerify),
    onlyReview: !customerRow.is_seen || (isOfGroup && allowFailVerify),
    newMediaUrl: customerRow.proof_images.map((key) => media.files.link(key, now)),
  })
}

/** Returns the timeline rows before a given one. */
export async function readTimelines(
  context: Context,
  media: MediaDeps,
  form: { customerId: number; beforeId: number },
) {
  const { db, session } = context
  const older = await findOlderRows(db, session.scope, form.customerId, form.beforeId)
  if (!older) throw new Refusal('NOT_FOUND')
  const rows = older.has_media
    ? JSON.stringify(await signRows(context, media, JSON.parse(older.timelines) as TimelineRow[]))
    : older.timelines
  return { timelines: new RawJson(rows), hasOlder: older.has_older }
}

async function signProfile(context: Context, media: MediaDeps, text: string): Promise<string> {
  const profile = JSON.parse(text) as Pick<CustomerProfile, 'timelines'>
  return JSON.stringify({ ...profile, timelines: await signRows(context, media, profile.timelines) })
}

const picturesOf = ({ images1 }: TimelineRow): string[] => images1.split(',').filter(Boolean)

/** Replaces keys by signed links, and leaves out pictures that show clear numbers. */
async function signRows(
  { db, session, now }: Context,
  { files, tables }: MediaDeps,
  rows: readonly TimelineRow[],
): Promise<TimelineRow[]> {
  const clear = await listClear(db, session, tables, rows.flatMap(picturesOf))
  const link = (key: string): string => key && files.link(key, now)
  return rows.map((row) => ({
    ...row,
    audioUrl: link(row.audioUrl),
    images1: picturesOf(row)
      .filter((key) => !clear.has(key))
      .map(link)
      .join(','),
  }))
}

/** Returns the quick view of a customer in a list. */
export async function readPeek({ db, session, now }: Context, customerId: number): Promise<RawAnswer> {
  const peek = await findPeek(db, session.scope, customerId, now)
  if (peek === undefined) throw new Refusal('NOT_FOUND')
  return new RawAnswer(peek, {})
}
