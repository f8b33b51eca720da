import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../../notice/index.ts'
import { auditAnswer } from '../../platform/auditing/audit.ts'
import { actorOf } from '../../platform/http/handler.ts'
import type { Context } from '../../platform/http/handler.ts'
import { listManagers } from '../../team/index.ts'

/**
 * No one works through two hundred customers in ten minutes; a reader of that many is copying them. Further reads are limited to one file
 * every three seconds, which a person hardly notices, and the store's managers receive a notice.
 */

const windowSeconds = 600
const slowed = {
  most: 1,
  windowSeconds: 3,
  text: (seconds: number) => `查看客户档案过于频繁，请${seconds}秒后再试`,
}
/** Share of the limit that a process counts locally before adding it to the shared count, so that most reads need no statement. */
const shareApart = 1 / 20

/** Counts a read of a file. Throws TOO_MANY with the seconds to wait if it comes too soon. */
export type CountRead = (context: Context) => Promise<void>

interface Count {
  /** Shared count at the last update. */
  known: number
  own: number
  endsAt: number
}

export function createReadCount(limit = 200): CountRead {
  const counts = new Map<number, Count>()
  const apart = Math.max(1, limit * shareApart)
  return async (context) => {
    const { limits, session, now } = context
    const count = counts.get(session.memberId) ?? { known: 0, own: 0, endsAt: 0 }
    if (count.endsAt <= now.getTime())
      Object.assign(count, { known: 0, endsAt: now.getTime() + windowSeconds * 1000 })
    count.own += 1
    if (counts.size > 10_000) counts.clear()
    counts.set(session.memberId, count)
    if (count.own < apart && count.known + count.own <= limit) return
    const { own } = count
    count.own = 0
    const subject = `file-reads:${session.dealerId}:${session.memberId}`
    count.known = await limits.hit(subject, windowSeconds, own)
    if (count.known <= limit) return
    if ((await limits.hit(`${subject}:told`, windowSeconds)) === 1) notifyManagers(context, limit)
    await limits.spend(`${subject}:slowed`, slowed)
  }
}

/** Writes an audit row and sends the store's managers a notice, once per window. */
function notifyManagers(context: Context, limit: number): void {
  const { session } = context
  auditAnswer(context, 'file-reads', undefined, { reads: limit, minutes: windowSeconds / 60 })
  const text = `${session.memberName}在${windowSeconds / 60}分钟内查看了${limit}份以上客户档案，请留意`
  context.evenIfRefused(async (db) => {
    const managers = (await listManagers(db, session.scope)).filter((id) => id !== session.memberId)
    const notices = managers.map((memberId) => ({ memberId, kind: noticeKind.other, text }))
    await notify({ ...actorOf(context), db }, notices)
  })
}
