import { randomBytes } from 'node:crypto'
import { isAdminRole } from '@showroom/contract/access/access.rules'
import type { LoginAnswer, SessionInfo } from '@showroom/contract/access/access.schema'
import { moduleNames } from '@showroom/contract/kernel/call'
import { writeAudit } from '../../platform/auditing/audit.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { PublicContext } from '../../platform/http/handler.ts'
import type { GrayRelease } from '../../platform/gray/gray.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/session/gate.ts'
import type { SessionFacts } from '../../platform/session/session.ts'
import { activateMember, markSeen } from '../../team/index.ts'
import * as accounts from '../account/account.repository.ts'
import { rememberBrowser } from './browser.service.ts'
import * as sessions from '../session/session.repository.ts'

/** Last step of every sign-in method: a person with a known account enters one of their stores. */

export type Membership = Awaited<ReturnType<typeof accounts.listMemberships>>[number]

/** The person and the sign-in method. */
export interface Entry {
  readonly accountId: number
  readonly device: string
  readonly way: sessions.Way
  /** When the person proved their identity, if not now. */
  readonly since?: Date
}

/** Returns the first store where the person may sign in here. */
export async function chooseMembership(db: Executor, accountId: number): Promise<Membership> {
  const memberships = await accounts.listMemberships(db, accountId)
  const active = memberships.filter((one) => one.status === 0)
  if (active.length === 0) throw new Refusal('LOGIN_FROZEN')
  const open = active.filter((one) => !sessions.isClosedTo(one))
  if (open.length === 0) throw new Refusal('LOGIN_CLOSED')
  // A closed store comes last.
  const allowed = open
    .toSorted((a, b) => Number(a.closed_at !== null) - Number(b.closed_at !== null))
    .find((one) => !sessions.isKeptOut(one))
  if (!allowed) throw new Refusal('LOGIN_PC_FORBIDDEN')
  return allowed
}

/**
 * Opens a session for an authenticated person; `besides` runs in the same transaction. Queries in parallel whether the store works on
 * another site; a failure of that query never blocks the sign-in.
 */
export async function enter(
  context: PublicContext,
  { gray }: { readonly gray: GrayRelease | undefined },
  entry: Entry,
  besides?: (trx: Executor, membership: Membership) => Promise<void>,
): Promise<LoginAnswer> {
  const membership = await chooseMembership(context.db, entry.accountId)
  const site = gray?.siteOf(membership.dealer_code)
  const answer = await transact(context.db, async (trx) => {
    await besides?.(trx, membership)
    await rememberBrowser(trx, context, entry.accountId)
    return openSession(trx, context, { ...entry, membership })
  })
  return withSite(answer, await site)
}

/** Adds the site where the store works, if it is another one. */
export const withSite = (answer: LoginAnswer, site = ''): LoginAnswer => ({
  ...answer,
  ...(site && { site }),
})

/** Opens a session with a new token, at sign-in and at each store switch. Only the token's hash is stored. */
export async function openSession(
  db: Executor,
  meta: { now: Date; ip: string },
  entry: Entry & { readonly membership: Membership },
): Promise<LoginAnswer> {
  const { accountId, membership, device, way, since } = entry
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  const { dealer_id: dealerId, member_id: memberId } = membership
  const at = meta.now
  await sessions.insertSession(db, { tokenHash, dealerId, memberId, accountId, device, way, since, at })
  await activateMember(db, dealerId, memberId, meta.now)
  await markSeen(db, dealerId, memberId, meta.now)
  await writeAudit(db, {
    dealerId,
    memberId,
    accountId,
    action: 'sign-in',
    record: `member:${memberId}`,
    ip: meta.ip,
    ...(way !== 'account' && { detail: { way } }),
    at: meta.now,
  })
  const facts = await sessions.findFacts(db, tokenHash)
  if (!facts) throw new Refusal('SESSION_GONE')
  return { ...(await describeSession(db, facts)), token }
}

/** Returns the session's person, store and rights; identical after sign-in, store switch and reload. */
export async function describeSession(db: Executor, facts: SessionFacts): Promise<SessionInfo> {
  const [person, memberships] = await Promise.all([
    accounts.getProfileFacts(db, facts.dealerId, facts.memberId),
    accounts.listMemberships(db, facts.accountId),
  ])
  return {
    profile: {
      memberId: facts.memberId,
      dealerId: facts.dealerId,
      dealerCode: person.dealer_code,
      company: person.company,
      name: person.name,
      mobile: person.mobile,
      identifyNo: person.identify_no,
      allRoles: person.role_name ?? '',
      role: person.role,
      handleFront: person.handle_front,
      canDailyReport: facts.flags.canDailyReport,
      groupId: facts.dealer.groupId,
      province: facts.dealer.province,
      city: facts.dealer.city,
      area: facts.dealer.area,
    },
    isAdmin: isAdminRole(facts.role),
    role: facts.role,
    modules: [...facts.modules],
    allModules: moduleNames.map((name) => ({ name })),
    dealers: memberships
      .filter((one) => one.status === 0 && !sessions.isClosedTo(one))
      .map((one) => ({
        dealerId: one.dealer_id,
        name: one.closed_at ? `${one.dealer_name}（已停业）` : one.dealer_name,
      })),
    ...facts.flags,
  }
}
