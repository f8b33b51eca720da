import { z } from 'zod'
import type { BucketConfig } from './files/bucket.ts'

/** The environment the server understands. Read once, by main.ts; a wrong value stops the start with a clear text. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Any PostgreSQL 15+. Absent: the embedded one, under DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  DATA_DIR: z.string().min(1).default('data'),
  /** The demo network and its helps on the sign-in page. Unset: on where the database is the embedded one. */
  DEMO: z.enum(['0', '1']).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Signs file links and upload policies. Absent: made once and kept under DATA_DIR. */
  FILE_SECRET: z.string().min(32).optional(),
  /** A bucket of AWS or of any S3-compatible service for the files; absent: under DATA_DIR. Name and both keys go together. */
  BUCKET_NAME: z.string().min(3).max(63).optional(),
  BUCKET_REGION: z.string().default('us-east-1'),
  BUCKET_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BUCKET_ACCESS_KEY: z.string().optional(),
  BUCKET_SECRET_KEY: z.string().optional(),
  /** 1: the bucket's name stands in the path, as most self-run services want it. */
  BUCKET_PATH_STYLE: z.enum(['0', '1']).default('0'),
  /** How many reverse proxies stand before the server: decides which address limits and audit see. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Whoever sends it as a bearer reads `/metrics` from elsewhere than the machine itself; absent: nobody does. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** WeCom application of the QR tab. Empty: the tab says it is not configured. */
  WECOM_APP_ID: z.string().default(''),
  WECOM_AGENT_ID: z.string().default(''),
})

export interface Config extends z.infer<typeof Environment> {
  readonly demo: boolean
  readonly bucket: BucketConfig | undefined
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Validates the environment. Throws `ConfigError` naming every wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Wrong configuration:\n${lines.join('\n')}\nSee "Configure" in README.md.`)
  }
  const config = parsed.data
  const demo = config.DEMO
    ? config.DEMO === '1'
    : config.DATABASE_URL === undefined && config.NODE_ENV !== 'production'
  if (demo && config.NODE_ENV === 'production' && config.DATABASE_URL)
    throw new ConfigError(
      'DEMO=1 is refused with NODE_ENV=production and a DATABASE_URL: it shows codes and passwords.',
    )
  return { ...config, demo, bucket: bucketOf(config) }
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
  }
}
