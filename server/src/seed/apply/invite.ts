import { DatabaseClient } from '../../platform/db/connect.ts'
import { hashSmsCode, newSmsCode } from '../../platform/texts/code.ts'

export interface Invitation {
  /** Code for resetting the password (忘记密码). */
  readonly password: string
  /** Code for the sign-in that follows. */
  readonly login: string
}

/** Link to the form for the first password, with the codes filled in. They come after the #, so that no server, log or proxy sees them. */
export const inviteLink = ({ password, login }: Invitation): string => `/#/login?invite=${password}${login}`

/** Each code serves one purpose, and browsers a member signed in from before have separate ones (docs/decisions/0023-known-browsers.md). */
const origins = ['', '@known'] as const

/**
 * Creates the codes that the sign-in page asks for, so that an operator can pass them on. Like codes sent by SMS, each is valid once and
 * for five minutes. Returns undefined if no active member has the mobile.
 */
export async function inviteMember(
  url: string,
  mobile: string,
  { serverSecret, now }: { readonly serverSecret: string; readonly now: Date },
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
    const { rowCount } = await client.query(
      `insert into sms_code (mobile, purpose, code_hash, sent_at)
       select a.mobile, r.purpose, decode(r.hash, 'hex'), $3 from account a cross join jsonb_to_recordset($2) r (purpose text, hash text)
       where a.mobile = $1 and a.id in (
         select m.account_id from account b join member m on m.account_id = b.id where b.mobile = $1 and m.left_at is null)
       on conflict (mobile, purpose) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at, wrong_tries = 0`,
      [mobile, JSON.stringify(rows), now],
    )
    return rowCount === rows.length ? invitation : undefined
  } finally {
    await client.end()
  }
}
