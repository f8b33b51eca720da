import { randomInt } from 'node:crypto'
import pg from 'pg'

export interface Invitation {
  /** For 忘记密码. */
  readonly password: string
  /** For the sign-in after it. */
  readonly login: string
}

/** Codes serve one purpose, and browsers that a person signed in from before have their own (docs/decisions/0023-known-browsers.md). */
const origins = ['', '@known'] as const

/**
 * Makes the codes that the sign-in page asks for, for an operator to hand over: as those that are sent, each is good once and for five
 * minutes. Gives nothing where nobody at work has the mobile.
 */
export async function inviteMember(url: string, mobile: string, now: Date): Promise<Invitation | undefined> {
  const code = (): string => String(randomInt(1_000_000)).padStart(6, '0')
  const invitation = { password: code(), login: code() }
  const rows = Object.entries(invitation).flatMap(([purpose, made]) =>
    origins.map((origin) => ({ purpose: `${purpose}${origin}`, code: made })),
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `insert into sms_code (mobile, purpose, code, sent_at)
       select a.mobile, r.purpose, r.code, $3 from account a cross join jsonb_to_recordset($2) r (purpose text, code text)
       where a.mobile = $1 and exists (select from member m where m.account_id = a.id and m.left_at is null)
       on conflict (mobile, purpose) do update set code = excluded.code, sent_at = excluded.sent_at, wrong_tries = 0`,
      [mobile, JSON.stringify(rows), now],
    )
    return rowCount === rows.length ? invitation : undefined
  } finally {
    await client.end()
  }
}
