import { sql } from 'kysely'
import { describeTables } from '../platform/tables/describe.ts'
import { free, member, other, personal, typed } from '../platform/tables/words.ts'

export const tables = describeTables({
  dealer: {
    place: 'reference',
    few: 'one row a store',
    companions: [{ on: 'update', notifies: 'session_changed' }],
    ids: other('group_id', 'successor_id', 'merged_into_id'),
    title: '门店',
    texts: {
      ...typed('by the store, of itself', 'topic', 'address', 'phone'),
      ...free('name', 'code', 'province', 'city', 'area', 'work_starts', 'work_ends', 'daily_at'),
    },
  },
  dealer_topic: {
    ids: { member_id: member.stays },
    title: '门店公告',
    texts: { ...typed('notes to the members', 'content'), ...free('member_name') },
    few: 'changes of one setting',
  },
  store_blocklist: {
    storeMerge: 'yields',
    title: '本店blc名单',
    numbers: ['mobile', 'identify_no'],
    texts: {
      name: personal.text('姓名'),
      mobile: personal.text('手机号'),
      identify_no: personal.text('证件号码'),
      ...free('member_name'),
      ...typed('whom members ask', 'contacts'),
    },
    kept: { where: sql`true`, why: '黑名单用于防止再次联系或接待，需要时在设置中移出' },
  },
  custom_source: {
    storeMerge: { ends: 'deleted_at' },
    title: '自定义来源',
    texts: typed('names of sources', 'name'),
    few: 'the sources that a store names itself, some dozens',
  },
})
