import { createHmac } from 'node:crypto'
import { policySeconds } from './files.ts'

/** The upload form of Aliyun OSS: PostObject with signature version 4 (OSS API reference, "POST V4 signature"). */

export interface OssSigner {
  readonly name: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

const version = 'OSS4-HMAC-SHA256'

/** Creates all fields that a browser posts, with OSS's names. The policy allows this key, type and size for ten minutes. */
export function ossForm(
  { name, region, accessKey, secretKey }: OssSigner,
  {
    key,
    mediaType,
    maxBytes,
  }: { readonly key: string; readonly mediaType: string; readonly maxBytes: number },
  now: Date,
) {
  const at = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = at.slice(0, 8)
  const signed = {
    'x-oss-signature-version': version,
    'x-oss-credential': `${accessKey}/${day}/${region}/oss/aliyun_v4_request`,
    'x-oss-date': at,
    success_action_status: '204',
    'Content-Type': mediaType,
  }
  const policy = Buffer.from(
    JSON.stringify({
      expiration: new Date(now.getTime() + policySeconds * 1000).toISOString(),
      conditions: [
        { bucket: name },
        ['eq', '$key', key],
        ['content-length-range', 1, maxBytes],
        ...Object.entries(signed).map(([field, value]) => ({ [field]: value })),
      ],
    }),
  ).toString('base64')
  const hmac = (secret: string | Buffer, text: string): Buffer =>
    createHmac('sha256', secret).update(text).digest()
  const signingKey = [day, region, 'oss', 'aliyun_v4_request'].reduce<string | Buffer>(
    hmac,
    `aliyun_v4${secretKey}`,
  )
  const signature = hmac(signingKey, policy).toString('hex')
  return { policy, signature, fields: { key, policy, ...signed, 'x-oss-signature': signature } }
}
