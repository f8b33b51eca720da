import { describeTables } from '../platform/tables/describe.ts'
import { free, personal } from '../platform/tables/words.ts'

export const tables = describeTables({
  record_delivery: {
    silent: 'a queue: claims and retries',
    queue: 'inbox',
    title: '通话、试驾和企业微信报文',
    texts: {
      body: personal.json('报文'),
      warnings: personal.json('提示', '[]'),
      detail: personal.text('说明'),
      ...free('delivery_id'),
    },
    retention: { at: 'handled_at', days: 'deliveries' },
  },
})
