import { randomInt } from 'node:crypto'
import pg from 'pg'

/**
 * Makes the code that 忘记密码 asks for, for an operator to hand over: as one that was sent, it is good once and for five minutes. Gives
 * nothing where nobody at work has the mobile.
 */
export async function inviteMember(url: string, mobile: string, now: Date): Promise<string | undefined> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `insert into sms_code (mobile, purpose, code, sent_at)
       select a.mobile, 'password', $2, $3 from account a
       where a.mobile = $1 and exists (select from member m where m.account_id = a.id and m.left_at is null)
       on conflict (mobile, purpose) do update set code = excluded.code, sent_at = excluded.sent_at, wrong_tries = 0`,
      [mobile, code, now],
    )
    return rowCount === 1 ? code : undefined
  } finally {
    await client.end()
  }
}
