import { groupRoles } from '@showroom/contract/kernel/call'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { FileStore } from '../platform/files/files.ts'
import { RawAnswer } from '../platform/http/answer.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { findProfile } from './profile.repository.ts'

/** The whole file, with what the reader may do and signed links instead of keys. */
export async function readProfile(
  context: Context,
  files: FileStore,
  customerId: number,
): Promise<RawAnswer> {
  const { db, session, now } = context
  const viewer = { groupId: session.dealer.groupId, now }
  const found = await findProfile(db, session.scope, viewer, customerId)
  if (!found) throw new Refusal('NOT_FOUND')
  const { allowAssign, canResign, allowFailVerify } = session.flags
  // Most files have no recordings and pictures: PostgreSQL's JSON then goes out as it is.
  const profile = found.has_media ? signMedia(files, found.profile, now) : found.profile
  return new RawAnswer(profile, {
    allowAssign,
    canResign,
    allowFailVerify,
    onlyView: groupRoles.includes(session.role),
    newMediaUrl: found.proof_images.map((key) => files.link(key, now)),
  })
}

function signMedia(files: FileStore, text: string, now: Date): string {
  const profile = JSON.parse(text) as Pick<CustomerProfile, 'timelines'>
  const link = (key: string): string => key && files.link(key, now)
  const timelines = profile.timelines.map((row) => ({
    ...row,
    audioUrl: link(row.audioUrl),
    images1: row.images1.split(',').map(link).join(','),
  }))
  return JSON.stringify({ ...profile, timelines })
}
