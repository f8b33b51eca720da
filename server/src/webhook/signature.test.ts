import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeSecret, signedHeaders } from './signature.ts'
import { builtSecret } from './webhook.factory.ts'

it('produces the signature of the Standard Webhooks example', () => {
  const headers = signedHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', secrets: [builtSecret] },
    new Date(1_614_265_330_000),
  )
  expect(headers).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('signs with both secrets while one is replaced', () => {
  const [next, before] = [makeSecret(), makeSecret()]
  const { 'webhook-signature': signature = '' } = signedHeaders(
    { id: 'msg_1', body: '{}', secrets: [next, before] },
    new Date(1_000_000_000_000),
  )
  const by = (secret: string): string =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update('msg_1.1000000000.{}')
      .digest('base64')}`
  expect(signature.split(' ')).toEqual([by(next), by(before)])
  expect(next).toMatch(/^whsec_[\w+/]{43}=$/)
})
