import type { rooms } from '@showroom/contract'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import { lockCustomer, recordTimeline } from '../customer/index.ts'
import type { LockedCustomer } from '../customer/index.ts'
import { audit } from '../platform/auditing/audit.ts'
import { later } from '../platform/clock.ts'
import { prepared } from '../platform/http/handler.ts'
import type { Acting, Context, HandlersOf, Preparing } from '../platform/http/handler.ts'
import type { Logger } from '../platform/observe/log.ts'
import { OutsideError } from '../platform/outside/ask.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Wecom } from '../platform/wecom/wecom.ts'
import * as repository from './contact.repository.ts'
import type { Signing } from './sign.service.ts'
import { readNow } from './work.service.ts'

interface Deps {
  readonly wecom: Wecom | undefined
  readonly sign: Signing | undefined
  readonly log: Logger
}

/** Reads and signatures of a member in ten minutes: each chat that opens takes one of both. */
const perMember = { most: 200, windowSeconds: 600 }
/** A state that was read less than so many seconds ago is not read again. */
const freshSeconds = 30

/** Contacts of WeCom, for the page beside a chat. A member sees only contacts that they have at WeCom. */
export function contactRoutes({ wecom, sign, log }: Deps): HandlersOf<typeof rooms.contact> {
  const away = (error: unknown): Refusal => {
    if (!(error instanceof OutsideError)) throw error
    log.error({ error: error.message }, 'WeCom did not answer a side bar')
    return new Refusal('WECOM_AWAY')
  }
  const ownUser = async ({ db, session }: Pick<Acting, 'db' | 'session'>): Promise<string> => {
    const userId = await repository.findOwnUser(db, session.accountId)
    if (userId === undefined) throw new Refusal('CONTACT_UNBOUND')
    return userId
  }

  /** Reads the contact before the transaction; undefined if that was done a moment ago. */
  async function readBefore(context: Preparing, { externalId }: { readonly externalId: string }) {
    const { db, session, now, limits } = context
    const userId = await ownUser(context)
    const readAt = await repository.findReadAt(db, session.scope, externalId, userId)
    if (readAt && readAt > later(now, -freshSeconds)) return undefined
    // Without WeCom no one has contacts.
    if (!wecom) throw new Refusal('NOT_FOUND')
    await limits.spend(`contact:${session.dealerId}:${session.memberId}`, perMember)
    const read = await readNow(wecom, externalId, now).catch((error: unknown) => {
      throw away(error)
    })
    if (!read.followUsers.some((one) => one.userId === userId)) throw new Refusal('NOT_FOUND')
    return read
  }

  /** Locks customer and contact, in this order, and returns both. */
  async function lockBoth(context: Context, customerId: number, externalId: string) {
    const userId = await ownUser(context)
    const customer = await lockCustomer(context, customerId)
    const contact = await repository.lockContact(context.db, context.session.scope, externalId, userId)
    if (!contact) throw new Refusal('NOT_FOUND')
    return { customer, contact }
  }

  return {
    async sign({ session, limits }, { page }) {
      if (!wecom || !sign) throw new Refusal('WECOM_AWAY')
      const { corpId, agentId } = wecom
      await limits.spend(`contact-sign:${session.dealerId}:${session.memberId}`, perMember)
      try {
        const [config, agent] = await Promise.all([sign('config', page), sign('agent', page)])
        return { corpId, agentId, config, agent }
      } catch (error) {
        throw away(error)
      }
    },
    read: prepared(readBefore, async ({ db, session }, _request, contact) => {
      if (contact) await repository.storeContact(db, session.scope, contact)
      return {}
    }),
    async get(context, { externalId }) {
      const userId = await ownUser(context)
      const contact = await repository.findContact(context.db, context.session.scope, externalId, userId)
      if (!contact) throw new Refusal('NOT_FOUND')
      return contact
    },
    async bind(context, { externalId, customerId }) {
      const { customer, contact } = await lockBoth(context, customerId, externalId)
      if (contact.customerId === customer.customerId) return {}
      if (contact.customerId > 0) throw new Refusal('STALE')
      await change(context, externalId, customer, { isBound: true, name: contact.name })
      return {}
    },
    async unbind(context, { externalId, customerId }) {
      const { customer, contact } = await lockBoth(context, customerId, externalId)
      if (contact.customerId !== customer.customerId) throw new Refusal('STALE')
      await change(context, externalId, customer, { isBound: false, name: contact.name })
      return {}
    },
  }
}

/** Changes the binding, with its line in the timeline and in the audit. */
async function change(
  context: Context,
  externalId: string,
  customer: LockedCustomer,
  { isBound, name }: { readonly isBound: boolean; readonly name: string },
): Promise<void> {
  const { db, session, now } = context
  const { customerId } = customer
  await repository.changeBinding(db, session.scope, externalId, {
    customerId: isBound ? customerId : 0,
    at: now,
  })
  const subject = isBound ? '绑定企业微信' : '解除企业微信绑定'
  await recordTimeline(
    context,
    customer,
    {
      type: timelineType.edited,
      subject,
      content: name ? `企业微信联系人：${name}` : subject,
      facts: { kind: 'recorded', contact: name },
    },
    { customer: { is_wecom: repository.hasContact(session.scope, customerId) } },
  )
  await audit(context, isBound ? 'contact-bind' : 'contact-unbind', `customer:${customerId}`, { externalId })
}
