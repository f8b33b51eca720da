import { sql } from 'kysely'
import type { Reseal } from '../../platform/config/seal.ts'
import type { Executor } from '../../platform/db/client.ts'
import { noOne, target } from '../../platform/db/target.ts'

/** Authenticators of accounts: the one in use, and the secret that waits for its first code. They run before a scope exists. */

export interface Authenticator {
  readonly accountId: number
  readonly sealed: Buffer
  readonly lastStep: number
  readonly recoveryHashes: readonly Buffer[]
}

/** The authenticator in use of the account with a mobile. */
export async function findAuthenticator(db: Executor, mobile: string): Promise<Authenticator | undefined> {
  const row = await db
    .selectFrom('account as a')
    .innerJoin('authenticator as u', 'u.account_id', 'a.id')
    .select(['u.account_id', 'u.sealed_secret', 'u.last_step', 'u.recovery_hashes'])
    .where('a.mobile', '=', mobile)
    .executeTakeFirst()
  return row?.sealed_secret
    ? {
        accountId: row.account_id,
        sealed: row.sealed_secret,
        lastStep: row.last_step,
        recoveryHashes: row.recovery_hashes,
      }
    : undefined
}

/** When an account's authenticator was enrolled, and how many recovery codes are left; undefined without one. */
export async function findEnrolled(db: Executor, accountId: number) {
  return db
    .selectFrom('authenticator')
    .select(['enrolled_at', sql<number>`cardinality(recovery_hashes)`.as('recovery_codes')])
    .where('account_id', '=', accountId)
    .where('enrolled_at', 'is not', null)
    .executeTakeFirst()
}

/** Uses up a time step and all earlier ones. Returns false if that has happened, or the secret is another one by now. */
export async function spendStep(
  db: Executor,
  { accountId, sealed }: Authenticator,
  step: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${target('authenticator', noOne)} set last_step = ${step}::bigint
    where account_id = ${accountId} and sealed_secret = ${sealed} and last_step < ${step}::bigint`.execute(db)
  return numAffectedRows > 0n
}

/** Uses up a recovery code. Returns false if that has happened. */
export async function spendRecovery(
  db: Executor,
  { accountId }: Authenticator,
  hash: Buffer,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${target('authenticator', noOne)} set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    where account_id = ${accountId} and ${hash}::bytea = any(recovery_hashes)`.execute(db)
  return numAffectedRows > 0n
}

export async function setRecovery(
  db: Executor,
  { accountId }: Authenticator,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`
    update ${target('authenticator', noOne)} set recovery_hashes = ${hashes}::bytea[]
    where account_id = ${accountId}`.execute(db)
}

export interface Offer {
  readonly accountId: number
  readonly sealed: Buffer
  readonly ticketHash: Buffer
  /** The session that asked for it, which stays open. */
  readonly keptSession?: Buffer | undefined
}

/** Keeps a secret until its first code. Another one of the account that waits is replaced. */
export async function offerSecret(
  db: Executor,
  { accountId, sealed, ticketHash, keptSession }: Offer,
  at: Date,
): Promise<void> {
  await sql`
    insert into ${target('authenticator', noOne)} (account_id, ticket_hash, sealed_offer, offered_at, kept_session)
    values (${accountId}, ${ticketHash}, ${sealed}, ${at}, ${keptSession ?? null}::bytea)
    on conflict (account_id) do update set ticket_hash = excluded.ticket_hash, sealed_offer = excluded.sealed_offer,
      offered_at = excluded.offered_at, kept_session = excluded.kept_session`.execute(db)
}

/** Removes the secret that waits, if there is one. */
export async function withdrawOffer(db: Executor, accountId: number): Promise<void> {
  await sql`
    update ${target('authenticator', noOne)} set ticket_hash = null, sealed_offer = null, offered_at = null, kept_session = null
    where account_id = ${accountId} and ticket_hash is not null`.execute(db)
}

export async function findOffer(
  db: Executor,
  ticketHash: Buffer,
  notBefore: Date,
): Promise<Offer | undefined> {
  const row = await db
    .selectFrom('authenticator')
    .select(['account_id', 'sealed_offer', 'kept_session'])
    .where('ticket_hash', '=', ticketHash)
    .where('offered_at', '>=', notBefore)
    .executeTakeFirst()
  return row?.sealed_offer
    ? {
        accountId: row.account_id,
        sealed: row.sealed_offer,
        ticketHash,
        keptSession: row.kept_session ?? undefined,
      }
    : undefined
}

/** Puts the secret that waits in use. Returns false if the ticket was used or replaced. */
export async function enrol(
  db: Executor,
  { accountId, ticketHash }: Offer,
  used: { readonly step: number; readonly recoveryHashes: readonly Buffer[]; readonly at: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${target('authenticator')} set sealed_secret = sealed_offer, enrolled_at = ${used.at}, last_step = ${used.step}::bigint,
      recovery_hashes = ${used.recoveryHashes}::bytea[],
      ticket_hash = null, sealed_offer = null, offered_at = null, kept_session = null
    where account_id = ${accountId} and ticket_hash = ${ticketHash}`.execute(db)
  return numAffectedRows > 0n
}

/** Removes an account's authenticator. Returns false if it had none. */
export async function removeAuthenticator(db: Executor, accountId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${target('authenticator')} where account_id = ${accountId}`.execute(db)
  return numAffectedRows > 0n
}

/**
 * Counts the persons who work at an open store, or those of them with these mobiles, and those who can sign in neither by an authenticator
 * nor by a binding in the WeCom company.
 */
export async function countUnenrolled(
  db: Executor,
  {
    mobiles,
    corpId = '',
  }: { readonly mobiles?: readonly string[] | undefined; readonly corpId?: string | undefined },
): Promise<{ all: number; waiting: number }> {
  const { rows } = await sql<{ all: number; waiting: number }>`
    select count(distinct a.id)::int as all,
      (count(distinct a.id) filter (where u.enrolled_at is null and w.account_id is null))::int as waiting
    from member m
    join dealer d on d.id = m.dealer_id
    join account a on a.id = m.account_id
    left join authenticator u on u.account_id = a.id
    left join wecom_binding w on w.account_id = a.id and w.corp_id = ${corpId}
    where m.status = 0 and m.left_at is null and d.closed_at is null
      and (${mobiles ?? null}::text[] is null or a.mobile = any(${mobiles ?? null}::text[]))`.execute(db)
  return rows[0] ?? { all: 0, waiting: 0 }
}

/** Seals all secrets for another server secret. Removes those that cannot be opened, and returns the names of their persons. */
export async function resealAuthenticators(db: Executor, reseal: Reseal): Promise<string[]> {
  const lost: string[] = []
  const rows = await db
    .selectFrom('authenticator as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .select(['a.id', 'a.name', 'u.sealed_secret', 'u.sealed_offer'])
    .execute()
  for (const { id, name, sealed_secret: secret, sealed_offer: offered } of rows) {
    const again = {
      sealed_secret: secret && (reseal(secret, 'authenticators') ?? null),
      sealed_offer: offered && (reseal(offered, 'authenticators') ?? null),
    }
    if (secret && !again.sealed_secret) lost.push(name)
    if (again.sealed_secret ?? again.sealed_offer)
      await sql`
        update ${target('authenticator', noOne)} set sealed_secret = ${again.sealed_secret}, sealed_offer = ${again.sealed_offer}
        where account_id = ${id}`.execute(db)
    else await sql`delete from ${target('authenticator', noOne)} where account_id = ${id}`.execute(db)
  }
  return lost
}
