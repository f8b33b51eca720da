import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const recordPersonal: PersonalTables = {
  record_delivery: {
    title: '通话、试驾和企业微信报文',
    key: ['id'],
    columns: {
      body: personal.json('报文'),
      warnings: personal.json('提示', '[]'),
      detail: personal.text('说明'),
    },
    free: ['delivery_id'],
  },
}
