import { availableParallelism } from 'node:os'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { en } from 'zod/locales'
import { Address, outsideVariables, readOutside } from './config.outside.ts'
import type { OutsideConfig } from './config.outside.ts'
import type { BucketConfig } from './files/bucket.ts'

/** More than a few for each processor only push each other aside (docs/decisions/0042-connection-pool.md). */
export const connectionsFor = (processors: number): number => Math.min(Math.max(processors * 3, 6), 16)

/** The environment the server understands. Read once, by main.ts; a wrong value stops the start with a clear text. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Any PostgreSQL 15+. Absent: the embedded one, under DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** 1: the embedded database in production too, where nobody should come to it by a mistyped DATABASE_URL. */
  EMBEDDED_DATABASE: z.enum(['0', '1']).default('0'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(connectionsFor(availableParallelism())),
  DATA_DIR: z.string().min(1).default('data'),
  /** The demo network and its helps on the sign-in page. Unset: on where the database is the embedded one. */
  DEMO: z.enum(['0', '1']).optional(),
  /** Absent: `info`; on a terminal in demo mode `warn`, so that the welcome text can be read. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  /** Signs file links and upload policies. Absent: made once and kept under DATA_DIR. */
  FILE_SECRET: z.string().min(32).optional(),
  /** A bucket of AWS or of any S3-compatible service for the files; absent: under DATA_DIR. Name and both keys go together. */
  BUCKET_NAME: z.string().min(3).max(63).optional(),
  BUCKET_REGION: z.string().default('us-east-1'),
  BUCKET_ENDPOINT: Address.optional(),
  BUCKET_ACCESS_KEY: z.string().optional(),
  BUCKET_SECRET_KEY: z.string().optional(),
  /** 1: the bucket's name stands in the path, as most self-run services want it. */
  BUCKET_PATH_STYLE: z.enum(['0', '1']).default('0'),
  /** Which signed form browsers post: S3's, or that of Aliyun OSS itself. */
  BUCKET_FORM: z.enum(['s3', 'oss']).default('s3'),
  /** How many reverse proxies stand before the server: decides which address limits and audit see. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Whoever sends it as a bearer reads `/metrics` from elsewhere than the machine itself; absent: nobody does. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Customer files that a member may read in ten minutes before they come slowly, and the managers are told. */
  FILE_READ_LIMIT: z.coerce.number().int().min(1).default(200),
  /** 1: events may also be sent to this machine itself, for trials; never in production. */
  WEBHOOK_LOOPBACK: z.enum(['0', '1']).default('0'),
  ...outsideVariables,
})

export interface Config extends z.infer<typeof Environment>, OutsideConfig {
  readonly demo: boolean
  readonly bucket: BucketConfig | undefined
  /** What looks like a mistake but may be none, a sentence each. */
  readonly warnings: readonly string[]
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Variables that are ours but for a typing mistake, with what they were meant to be. Short names are near to too many others. */
function findMistyped(names: readonly string[]): string[] {
  const known = Object.keys(Environment.shape)
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => distance(name, one) <= (one.length < 8 ? 1 : 2))
      return meant ? [`${name} is not known: is ${meant} meant?`] : []
    })
}

/**
 * Validates the environment. Throws `ConfigError` naming every wrong variable, for operators, in English. In production also where a
 * variable looks mistyped, or the database is not named: an empty embedded one would start without a word.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const warnings = findMistyped(Object.keys(given))
  // The texts of the product are Chinese.
  const parsed = Environment.safeParse(given, { error: en().localeError })
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Wrong configuration:\n${lines.join('\n')}\nSee "Configure" in README.md.`)
  }
  const config = parsed.data
  if (config.NODE_ENV === 'production') {
    if (warnings.length > 0) throw new ConfigError(`Wrong configuration:\n  ${warnings.join('\n  ')}`)
    if (config.WEBHOOK_LOOPBACK === '1')
      throw new ConfigError('WEBHOOK_LOOPBACK=1 is refused with NODE_ENV=production: it is for trials.')
    if (!config.DATABASE_URL && config.EMBEDDED_DATABASE === '0')
      throw new ConfigError(
        'NODE_ENV=production needs a DATABASE_URL. To run on the embedded database all the same, set EMBEDDED_DATABASE=1.',
      )
  }
  const demo = config.DEMO
    ? config.DEMO === '1'
    : config.DATABASE_URL === undefined && config.NODE_ENV !== 'production'
  if (demo && config.NODE_ENV === 'production' && config.DATABASE_URL)
    throw new ConfigError(
      'DEMO=1 is refused with NODE_ENV=production and a DATABASE_URL: it shows codes and passwords.',
    )
  const outside = readOutside(config, (text) => {
    throw new ConfigError(`Wrong configuration:\n  ${text}`)
  })
  return { ...config, ...outside, demo, bucket: bucketOf(config), warnings }
}

function bucketOf(config: z.infer<typeof Environment>): BucketConfig | undefined {
  const { BUCKET_NAME: name, BUCKET_ACCESS_KEY: accessKey, BUCKET_SECRET_KEY: secretKey } = config
  if (!name && !accessKey && !secretKey && !config.BUCKET_ENDPOINT) return undefined
  if (!name || !accessKey || !secretKey)
    throw new ConfigError('A bucket needs BUCKET_NAME, BUCKET_ACCESS_KEY and BUCKET_SECRET_KEY together.')
  const pathStyle = config.BUCKET_PATH_STYLE === '1'
  return {
    name,
    accessKey,
    secretKey,
    region: config.BUCKET_REGION,
    endpoint: config.BUCKET_ENDPOINT,
    pathStyle,
    form: config.BUCKET_FORM,
  }
}
