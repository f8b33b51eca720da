import { cleanCode } from '@showroom/contract/kernel/clean'
import { z } from 'zod'
import { Address } from './config.outside.ts'
import type { BucketConfig } from '../files/bucket.ts'

/** Environment variables for backups. */

/** A key as services print it, without the characters that a copy brings along. */
export const AccessKey = z.string().overwrite(cleanCode).optional()

export const backupVariables = {
  /** A folder, or `s3://bucket/prefix`. With the embedded database its write-ahead log is then archived while the server runs. */
  BACKUP_TO: z.string().min(1).optional(),
  /** Encrypts backups, as `age` does: with a recipient (`age1…`), which can only write them. Only a restore takes the identity (`AGE-SECRET-KEY-1…`). */
  BACKUP_KEY: z
    .string()
    .overwrite(cleanCode)
    .regex(
      /^(?:age1[0-9a-z]{58}|AGE-SECRET-KEY-1[0-9A-Z]{58})$/,
      'must be as printed by npm run backup -- --new-key',
    )
    .optional(),
  /** Days that can be restored; older backups are removed. */
  BACKUP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  /** The service of an `s3://` address and its keys, like BUCKET_*. */
  BACKUP_REGION: z.string().default('us-east-1'),
  BACKUP_ENDPOINT: Address.optional(),
  BACKUP_ACCESS_KEY: AccessKey,
  BACKUP_SECRET_KEY: AccessKey,
  BACKUP_PATH_STYLE: z.enum(['0', '1']).default('0'),
}

type BackupVariables = z.infer<z.ZodObject<typeof backupVariables>>

/** A place for backups. */
export type BackupPlace =
  | { readonly folder: string }
  | { readonly bucket: BucketConfig; readonly prefix: string }

export interface BackupConfig {
  readonly place: BackupPlace
  readonly key: string
  readonly days: number
}

/** Reads the place of backups, BACKUP_TO unless another one is given; `fail` throws. */
export function placeOf(config: BackupVariables, to: string, fail: (text: string) => never): BackupPlace {
  if (!to.includes('://')) return { folder: to }
  const [scheme, rest = ''] = to.split('://', 2)
  const [name = '', ...below] = rest.split('/').filter(Boolean)
  if (scheme !== 's3' || name === '')
    return fail(`BACKUP_TO: ${to} is neither a folder nor s3://bucket/prefix.`)
  const { BACKUP_ACCESS_KEY: accessKey, BACKUP_SECRET_KEY: secretKey } = config
  if (!accessKey || !secretKey)
    return fail('A backup in a bucket needs BACKUP_ACCESS_KEY and BACKUP_SECRET_KEY.')
  const { BACKUP_REGION: region, BACKUP_ENDPOINT: endpoint } = config
  const bucket = { name, region, endpoint, accessKey, secretKey, pathStyle: config.BACKUP_PATH_STYLE === '1' }
  return { bucket, prefix: below.map((part) => `${part}/`).join('') }
}

/** Whether a key opens backups. */
export const isIdentity = (key: string): boolean => key.startsWith('AGE-SECRET-KEY-1')

/** Returns the settings of backups; undefined without BACKUP_TO. Only a restore accepts an identity. */
export function readBackup(
  config: BackupVariables,
  fail: (text: string) => never,
  restores: boolean,
): BackupConfig | undefined {
  const { BACKUP_TO: to, BACKUP_KEY: key, BACKUP_DAYS: days } = config
  if (to === undefined) return undefined
  if (key === undefined)
    return fail('BACKUP_TO needs a BACKUP_KEY (npm run backup -- --new-key): backups hold personal data.')
  if (isIdentity(key) && !restores)
    return fail(
      'BACKUP_KEY is an identity (AGE-SECRET-KEY-1…), which opens all backups: set its recipient (age1…), and keep the identity elsewhere.',
    )
  return { place: placeOf(config, to, fail), key, days }
}
