import { expect, it } from 'vitest'
import { isStale } from './signedLink'

const now = Date.parse('2026-11-22T18:00:00Z') / 1000
const ours = (seconds: number) => `/files/proof/1/2/a.png?expires=${now + seconds}&signature=ab`
const ofBucket = (date: string, seconds: number) =>
  `https://showroom.s3.example.com/proof/1/2/a.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=${date}&X-Amz-Expires=${seconds}&X-Amz-Signature=ab`

it.each([
  [ours(1_800), false],
  [ours(15), false],
  [ours(14), true],
  [ours(-60), true],
  [ofBucket('20261122T173015Z', 1_800), false],
  [ofBucket('20261122T173014Z', 1_800), true],
  ['https://example.com/a.png', false],
  ['blob:https://example.com/1', false],
])('%s is stale: %s', (link, is) => expect(isStale(link, now)).toBe(is))
