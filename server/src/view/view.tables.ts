import { describeTables } from '../platform/tables/describe.ts'
import { free, member, personal } from '../platform/tables/words.ts'

export const tables = describeTables({
  list_view: {
    silent: 'one member’s own rows',
    ids: { member_id: member.stays },
    title: '保存的视图',
    texts: { name: personal.text('名称'), search: personal.json('筛选条件'), ...free('list', 'columns') },
  },
  list_setting: {
    storeMerge: 'moves',
    silent: 'one member’s own rows',
    ids: { member_id: member.stays },
    free: 'columns and page sizes',
  },
})
