import { sql } from 'kysely'
import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const settingPersonal: PersonalTables = {
  store_blocklist: {
    title: '本店blc名单',
    key: ['id'],
    numbers: ['mobile', 'identify_no'],
    columns: {
      name: personal.text('姓名'),
      mobile: personal.text('手机号'),
      identify_no: personal.text('证件号码'),
    },
    free: ['contacts', 'member_name'],
    kept: { where: sql`true`, why: '黑名单用于防止再次联系或接待，需要时在设置中移出' },
  },
  dealer: 'the store itself',
  dealer_topic: 'notes that a store publishes to its members',
  custom_source: 'names of sources',
}
