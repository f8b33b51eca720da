import { randomBytes } from 'node:crypto'
import { isAdminRole } from '@showroom/contract/access/access.rules'
import type { LoginAnswer, SessionInfo } from '@showroom/contract/access/access.schema'
import { moduleNames } from '@showroom/contract/kernel/call'
import { writeAudit } from '../platform/audit.ts'
import type { Executor } from '../platform/db/client.ts'
import type { PublicContext } from '../platform/http/handler.ts'
import type { GrayRelease } from '../platform/gray/gray.ts'
import { Refusal } from '../platform/refusal.ts'
import { hashToken } from '../platform/session/gate.ts'
import type { SessionFacts } from '../platform/session/session.ts'
import { activateMember, markSeen } from '../team/index.ts'
import * as accounts from './account.repository.ts'
import { rememberBrowser } from './browser.service.ts'
import * as sessions from './session.repository.ts'

/** What every way in ends in: somebody whose account is known enters one of their stores. */

export type Membership = Awaited<ReturnType<typeof accounts.listMemberships>>[number]

/** Who comes in, and by which way. */
export interface Entry {
  readonly accountId: number
  readonly device: string
  readonly way: sessions.Way
  /** When the person proved who they are, if that was not now. */
  readonly since?: Date
}

/** The store that somebody enters: the first where they may sign in here. */
export async function chooseMembership(db: Executor, accountId: number): Promise<Membership> {
  const memberships = await accounts.listMemberships(db, accountId)
  const active = memberships.filter((one) => one.status === 0)
  if (active.length === 0) throw new Refusal('LOGIN_FROZEN')
  const allowed = active.find((one) => !sessions.isKeptOut(one))
  if (!allowed) throw new Refusal('LOGIN_PC_FORBIDDEN')
  return allowed
}

/**
 * Signs in who has proved who they are; `besides` is done in the same transaction. Whether the store works on another site is asked
 * meanwhile, and never keeps anybody out.
 */
export async function enter(
  context: PublicContext,
  { gray }: { readonly gray: GrayRelease | undefined },
  entry: Entry,
  besides?: (trx: Executor, membership: Membership) => Promise<void>,
): Promise<LoginAnswer> {
  const membership = await chooseMembership(context.db, entry.accountId)
  const asked = gray?.siteOf(membership.dealer_code)
  const answer = await context.db.transaction().execute(async (trx) => {
    await besides?.(trx, membership)
    await rememberBrowser(trx, context, entry.accountId)
    return openSession(trx, context, { ...entry, membership })
  })
  return withSite(answer, await asked)
}

/** The answer with the site where the store works, if that is not here. */
export const withSite = (answer: LoginAnswer, site = ''): LoginAnswer => ({
  ...answer,
  ...(site && { site }),
})

/** A new token at sign-in and at each switch of store; only its hash is kept. */
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

/** Who is signed in, where, and what they may do: the same after sign-in, switch of store and on reload. */
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
      canDailyReport: false,
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
      .filter((one) => one.status === 0)
      .map((one) => ({ dealerId: one.dealer_id, name: one.dealer_name })),
    ...facts.flags,
  }
}
