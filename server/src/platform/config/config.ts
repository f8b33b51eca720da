import { availableParallelism } from 'node:os'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { en } from 'zod/locales'
import { AccessKey, backupVariables, readBackup } from './config.backup.ts'
import type { BackupConfig } from './config.backup.ts'
import { readRetention, retentionVariables } from './config.retention.ts'
import type { Retention } from './config.retention.ts'
import { Address, outsideVariables, readOutside } from './config.outside.ts'
import type { OutsideConfig } from './config.outside.ts'
import { faultOfValue } from './variables.ts'
import { faultOfUrl } from '../db/connect.ts'
import type { BucketConfig } from '../files/bucket.ts'

/** Default pool size. More than a few connections per processor only compete with each other (docs/decisions/0042-connection-pool.md). */
export const connectionsFor = (processors: number): number => Math.min(Math.max(processors * 3, 6), 16)

/** Environment variables of the server, read once by main.ts. An invalid value stops the start with a clear error. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Any PostgreSQL 15 or later; several hosts are tried in turn for the one that takes writes. If absent, the embedded one under DATA_DIR. */
  DATABASE_URL: z
    .string()
    .superRefine((url, context) => {
      const message = faultOfUrl(url)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  /** 1 allows the embedded database in production. Otherwise a mistyped DATABASE_URL would silently start it. */
  EMBEDDED_DATABASE: z.enum(['0', '1']).default('0'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(connectionsFor(availableParallelism())),
  DATA_DIR: z.string().min(1).default('data'),
  /** The demo network and its helps on the sign-in page. Default: on with the embedded database outside production. */
  DEMO: z.enum(['0', '1']).optional(),
  /** Default `info`; `warn` on a terminal in demo mode, so that the welcome text stays readable. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  /** Signs file links and upload policies. If absent, generated once and stored under DATA_DIR. */
  FILE_SECRET: z.string().min(32).optional(),
  /**
   * A bucket of AWS or an S3-compatible service for files; if absent, files go under DATA_DIR. Name and both keys are required together.
   */
  BUCKET_NAME: z.string().min(3).max(63).optional(),
  BUCKET_REGION: z.string().default('us-east-1'),
  BUCKET_ENDPOINT: Address.optional(),
  BUCKET_ACCESS_KEY: AccessKey,
  BUCKET_SECRET_KEY: AccessKey,
  /** 1 puts the bucket's name into the path, as most self-hosted services require. */
  BUCKET_PATH_STYLE: z.enum(['0', '1']).default('0'),
  /** The signed form browsers post: S3's, or Aliyun OSS's own. */
  BUCKET_FORM: z.enum(['s3', 'oss']).default('s3'),
  /**
   * Seconds between the failing probe of a stopping process and its end, in which it goes on answering: more than two intervals of the
   * proxy's probe. Default: 10 in production with a DATABASE_URL, otherwise 0.
   */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  /** Number of reverse proxies in front of the server. It decides which address rate limits and audit record. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Bearer token for reading `/metrics` from other machines. If absent, only this machine can. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Base address of an OpenTelemetry collector (OTLP over HTTP); traces are off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('showroom'),
  /** Share of the traces that are exported, from 0 to 1, unless the caller has decided. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Customer files a member may read in ten minutes before reads are slowed down and managers are notified. */
  FILE_READ_LIMIT: z.coerce.number().int().min(1).default(200),
  /** 1 allows webhooks to this machine, for trials; never in production. */
  WEBHOOK_LOOPBACK: z.enum(['0', '1']).default('0'),
  /** 0 has browsers remove the service worker, and keep nothing for use without a network. */
  OFFLINE: z.enum(['0', '1']).default('1'),
  ...backupVariables,
  ...retentionVariables,
  ...outsideVariables,
})

/** Names of all variables. */
export const variableNames: readonly string[] = Object.keys(Environment.shape)

export interface Config extends z.infer<typeof Environment>, OutsideConfig {
  readonly demo: boolean
  readonly drainSeconds: number
  readonly bucket: BucketConfig | undefined
  readonly backup: BackupConfig | undefined
  readonly retention: Retention
  /** Possible mistakes, one sentence each. */
  readonly warnings: readonly string[]
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Finds unknown variables that look like misspellings, with the likely name. Short names allow only one wrong character, as they resemble
 * too many others.
 */
function findMistyped(names: readonly string[]): string[] {
  return names
    .filter((name) => !variableNames.includes(name))
    .flatMap((name) => {
      const intended = variableNames.find((one) => distance(name, one) <= (one.length < 8 ? 1 : 2))
      return intended ? [`${name} is not known: is ${intended} meant?`] : []
    })
}

/**
 * Validates the environment. Throws `ConfigError` with every wrong variable, in English for operators. In production it also refuses
 * misspelled variables and a missing DATABASE_URL, which would silently start an empty embedded database.
 */
export function readConfig(environment: NodeJS.ProcessEnv, { restores = false } = {}): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const faults = variableNames.flatMap((name) => {
    const fault = faultOfValue(given[name] ?? '')
    return fault ? [`  ${name} ${fault}`] : []
  })
  if (faults.length > 0) throw new ConfigError(`Wrong configuration:\n${faults.join('\n')}`)
  const warnings = findMistyped(Object.keys(given))
  // The default error texts are Chinese.
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
  const fail = (text: string): never => {
    throw new ConfigError(`Wrong configuration:\n  ${text}`)
  }
  const outside = readOutside(config, fail)
  const backup = readBackup(config, fail, restores)
  const drainSeconds =
    config.DRAIN_SECONDS ?? (config.NODE_ENV === 'production' && config.DATABASE_URL ? 10 : 0)
  return {
    ...config,
    ...outside,
    demo,
    drainSeconds,
    bucket: bucketOf(config),
    backup,
    retention: readRetention(config),
    warnings,
  }
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
