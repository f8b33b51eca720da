import { describeTables } from '../platform/tables/describe.ts'
import { personal } from '../platform/tables/words.ts'

export const tables = describeTables({
  record_delivery: {
    storeMerge: { differs: 'delivery_id' },
    silent: 'a queue: claims and retries',
    queue: 'inbox',
    title: '通话、试驾和企业微信报文',
    texts: {
      body: personal.json('报文'),
      warnings: personal.json('提示', '[]'),
      detail: personal.text('说明'),
      delivery_id: personal.id('报文编号'),
    },
    retention: { at: 'handled_at', days: 'deliveries' },
  },
})
