import { createHash, randomBytes } from 'node:crypto'
import { secondsOf } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import { seal, unseal } from '../platform/config/seal.ts'
import type { Database } from '../platform/db/client.ts'
import type { TicketKind } from '../platform/wecom/contacts.ts'
import type { Wecom } from '../platform/wecom/wecom.ts'
import { findTicket, saveTicket } from '../platform/wecom/ticket.repository.ts'

/** Signs pages of the product for WeCom's client. */

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly secret: string
  readonly wecom: Wecom
}

const purpose = 'WeCom tickets'

/** Returns a function that signs a page of the product without its part behind `#`. Tickets are shared by all processes. */
export function createSigning({ db, clock, secret, wecom }: Deps) {
  const pending = new Map<TicketKind, Promise<string>>()

  async function findOrAsk(kind: TicketKind): Promise<string> {
    const now = clock()
    const sealed = await findTicket(db, wecom, kind, now)
    try {
      if (sealed) return unseal(secret, sealed, purpose)
    } catch {
      // Sealed with a former secret of the server.
    }
    const { value, seconds } = await wecom.askTicket(kind)
    await saveTicket(db, wecom, kind, { sealed: seal(secret, value, purpose), now, seconds })
    return value
  }

  function ticketOf(kind: TicketKind): Promise<string> {
    const ticket = pending.get(kind) ?? findOrAsk(kind).finally(() => pending.delete(kind))
    pending.set(kind, ticket)
    return ticket
  }

  return async (kind: TicketKind, page: string) => {
    const ticket = await ticketOf(kind)
    const timestamp = secondsOf(clock())
    const nonceStr = randomBytes(16).toString('hex')
    const [url] = `${wecom.origin}${page}`.split('#', 1)
    const content = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`
    return { timestamp, nonceStr, signature: createHash('sha1').update(content).digest('hex') }
  }
}
export type Signing = ReturnType<typeof createSigning>
