import { createHash, createHmac } from 'node:crypto'

interface Signer {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Encodes by RFC 3986, as AWS requires: stricter than `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Creates a link to read an object, signed with AWS Signature Version 4 in the query. The SDK's version is asynchronous, but lists of
 * pictures need links synchronously.
 */
export function presignGet(
  signer: Signer,
  objectUrl: string,
  seconds: number,
  now: Date,
  saveAs?: string,
): string {
  const url = new URL(objectUrl)
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${signer.region}/s3/aws4_request`
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${signer.accessKey}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    // The signature requires the parameters sorted by name.
    ...(saveAs && {
      'response-content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(saveAs)}`,
    }),
  })
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&')
  const canonical = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join(
    '\n',
  )
  const key = [signer.region, 's3', 'aws4_request'].reduce(
    (previous, part) => hmac(previous, part),
    hmac(`AWS4${signer.secretKey}`, time.slice(0, 8)),
  )
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${hmac(key, text).toString('hex')}`
}
