import { kindOfAction } from '@showroom/contract/kernel/audit'
import { maskMobile } from '@showroom/contract/kernel/mask'
import { adminRoles } from '@showroom/contract/access/access.rules'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import type { Client } from 'pg'
import { DatabaseClient } from '../../platform/db/connect.ts'
import { notifying } from '../../platform/db/notify.ts'
import { hashSmsCode, newSmsCode } from '../../platform/texts/code.ts'
import { endedAs } from './network.write.ts'

export interface Invitation {
  /** Code for resetting the password (忘记密码). */
  readonly password: string
  /** Code for the sign-in that follows. */
  readonly login: string
  /** Whether the person has an authenticator, and so enrols none. */
  readonly isEnrolled: boolean
}

/** Link to the form for the first password, with the codes filled in. They come after the #, so that no server, log or proxy sees them. */
export const inviteLink = ({ password, login }: Pick<Invitation, 'password' | 'login'>): string =>
  `/#/login?invite=${password}${login}`

/** Each code serves one purpose, and browsers a member signed in from before have separate ones (docs/decisions/0023-known-browsers.md). */
const origins = ['', '@known'] as const

/**
 * Creates the codes that the sign-in page asks for, so that an operator can pass them on. Like codes sent by SMS, each is valid once and
 * for five minutes. Returns undefined if no active member has the mobile. `isReset` removes the person's authenticator before.
 */
export async function inviteMember(
  url: string,
  mobile: string,
  {
    serverSecret,
    now,
    isReset = false,
  }: { readonly serverSecret: string; readonly now: Date; readonly isReset?: boolean },
): Promise<Invitation | undefined> {
  const invitation = { password: newSmsCode(), login: newSmsCode() }
  const rows = Object.entries(invitation).flatMap(([kind, code]) =>
    origins.map((origin) => {
      const purpose = `${kind}${origin}`
      return { purpose, hash: hashSmsCode(serverSecret, { mobile, purpose, code }).toString('hex') }
    }),
  )
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query(
      `insert into sms_code (mobile, purpose, code_hash, sent_at)
       select a.mobile, r.purpose, decode(r.hash, 'hex'), $3 from account a cross join jsonb_to_recordset($2) r (purpose text, hash text)
       where a.mobile = $1 and a.id in (
         select m.account_id from account b join member m on m.account_id = b.id where b.mobile = $1 and m.left_at is null)
       on conflict (mobile, purpose) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at, wrong_tries = 0`,
      [mobile, JSON.stringify(rows), now],
    )
    if (rowCount !== rows.length) return undefined
    if (isReset) await resetAuthenticator(client, mobile, now)
    const { rowCount: enrolled } = await client.query(
      `select from authenticator u join account a on a.id = u.account_id where a.mobile = $1 and u.enrolled_at is not null`,
      [mobile],
    )
    await client.query('commit')
    return { ...invitation, isEnrolled: enrolled === 1 }
  } finally {
    // Closing the connection rolls back a failed transaction.
    await client.end()
  }
}

/** Removes the person's authenticator, ends the sessions, and notifies the admins of each store. */
async function resetAuthenticator(client: Client, mobile: string, now: Date): Promise<void> {
  const { rows: members } = await client.query<{ id: string; dealerId: number; name: string }>(
    `select m.id, m.dealer_id as "dealerId", m.name from member m join account a on a.id = m.account_id
     where a.mobile = $1 and m.left_at is null`,
    [mobile],
  )
  const { rowCount } = await client.query(
    `delete from authenticator where account_id = (select id from account where mobile = $1)`,
    [mobile],
  )
  if (rowCount === 0) return
  await client.query(
    `update session set ended_as = $2 where ended_as = 0 and account_id = (select id from account where mobile = $1)`,
    [mobile, endedAs.reset],
  )
  const masked = maskMobile(mobile)
  const json = JSON.stringify(
    members.map((one) => ({
      ...one,
      record: `member:${one.id}`,
      detail: { name: one.name, mobile: masked, source: 'npm run network' },
      text: `运营方重置了${one.name}（${masked}）的验证器`,
    })),
  )
  const fields = `id bigint, "dealerId" int, record text, detail jsonb, text text`
  await client.query(
    `insert into audit (dealer_id, action, kind, record, detail, at)
     select r."dealerId", 'authenticator-reset', $2, r.record, r.detail, $3 from jsonb_to_recordset($1) r (${fields})`,
    [json, kindOfAction('authenticator-reset'), now],
  )
  await client.query(
    `insert into notice (dealer_id, member_id, kind, text, created_at)
     select m.dealer_id, m.id, $2, r.text, $3 from jsonb_to_recordset($1) r (${fields})
     join member m on m.dealer_id = r."dealerId" where m.role = any($4) and m.status = 0 and m.left_at is null`,
    [json, noticeKind.signInChanged, now, [...adminRoles]],
  )
  await client.query(notifying, ['session_changed', members.map(({ dealerId }) => `dealer:${dealerId}`)])
}
