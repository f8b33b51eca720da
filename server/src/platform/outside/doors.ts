import type { Config } from '../config/config.ts'
import { DatabaseClient } from '../db/connect.ts'
import { readVersion } from '../db/health.ts'
import { createBucketFiles } from '../files/bucket.ts'
import { createClamAv } from '../files/clamav.ts'
import { checkContacts } from '../wecom/check.ts'
import { createLog } from '../observe/log.ts'
import { checkAliyun } from '../texts/aliyun.ts'
import { unrecorded } from './outcomes.ts'
import { openOutside } from './outside.ts'

/** Queries every configured outside system and returns the answers, for `npm run doors`. */

/** Result of one system. */
export interface Answered {
  readonly system: string
  readonly state: 'answers' | 'FAILS' | 'not used'
  readonly text: string
  readonly ms: number
}

/** How to query a system; `ask` is undefined if it is not configured. */
type Question = readonly [system: string, ask: (() => Promise<string>) | undefined, unused: string]

/** Queries all systems in parallel. Results are in the order of the questions. */
export async function askDoors(config: Config): Promise<Answered[]> {
  return Promise.all(questionsOf(config).map(answerOf))
}

function questionsOf(config: Config): Question[] {
  const { DATABASE_URL, CLAMAV_ADDRESS, bucket } = config
  const log = createLog('silent')
  const clock = (): Date => new Date()
  const outcomes = { of: () => unrecorded }
  const metrics = { smsSent: () => undefined }
  // Nothing is sent, so any secret will do.
  const outside = openOutside(config, { demo: false, clock, log, metrics, outcomes, secret: '' })
  const { wecom, sso, gray, personnel, push } = outside
  return [
    [
      'PostgreSQL',
      DATABASE_URL === undefined ? undefined : () => askDatabase(DATABASE_URL),
      'the embedded one',
    ],
    ['Bucket', bucket && (() => askBucket(bucket)), 'files are stored under DATA_DIR'],
    ['WeCom', wecom && (() => wecom.check()), 'WECOM_CORP_ID is not set'],
    [
      'WeCom contacts',
      wecom && config.wecom?.callback && (() => checkContacts(wecom, config.wecom, clock)),
      'WECOM_CALLBACK_TOKEN is not set',
    ],
    ['Single sign-on', sso && (() => sso.check()), 'SSO_ISSUER is not set'],
    ['Gray release', gray && (() => gray.check()), 'GRAY_URL is not set'],
    ...smsQuestions(config),
    ['Web Push', push && (() => push.check()), 'WEB_PUSH is not set'],
    [
      'Personnel',
      personnel && 'check' in personnel ? () => personnel.check() : undefined,
      config.PERSONNEL === 'none' ? 'PERSONNEL=none' : 'the table of base data',
    ],
    [
      'Virus scanner',
      CLAMAV_ADDRESS && (() => createClamAv(CLAMAV_ADDRESS, log, unrecorded).version()),
      'CLAMAV_ADDRESS is not set',
    ],
  ]
}

/** Queries each account without sending a text. */
function smsQuestions({ sms }: Config): Question[] {
  if (sms.length === 0)
    return [
      [
        'SMS',
        undefined,
        'this installation has no SMS provider: members sign in with an authenticator (docs/outside.md)',
      ],
    ]
  return sms.map((account, place) => [
    place === 0 ? 'SMS' : 'SMS (second)',
    () => checkAliyun(account, () => new Date()),
    '',
  ])
}

async function answerOf([system, ask, unused]: Question): Promise<Answered> {
  if (!ask) return { system, state: 'not used', text: unused, ms: 0 }
  const started = performance.now()
  const ms = (): number => Math.round(performance.now() - started)
  try {
    const text = await ask()
    return { system, state: 'answers', text, ms: ms() }
  } catch (error) {
    return { system, state: 'FAILS', text: reasonOf(error), ms: ms() }
  }
}

function reasonOf(error: unknown): string {
  const { name, message, code } = error as Error & { code?: string }
  return message || code || name
}

const databaseMs = 5_000

async function askDatabase(connectionString: string): Promise<string> {
  const client = new DatabaseClient({
    connectionString,
    connectionTimeoutMillis: databaseMs,
    query_timeout: databaseMs,
  })
  try {
    await client.connect()
    const { shown, encoding } = await readVersion(client)
    return `version ${shown}, ${encoding}`
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Writes a file, reads its size and removes it. */
async function askBucket(config: NonNullable<Config['bucket']>): Promise<string> {
  const files = await createBucketFiles(config)
  const key = `doors/${Date.now()}.txt`
  await files.write(key, Buffer.from('doors'))
  const size = await files.size(key)
  await files.remove(key)
  if (size === undefined) throw new Error('the test file was written, but not found')
  return `wrote, found and removed a test file in ${config.name}; browsers upload to ${files.origin}`
}
