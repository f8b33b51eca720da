import { describeTables } from '../platform/tables/describe.ts'
import { free, member, other, personal, typed } from '../platform/tables/words.ts'

export const tables = describeTables({
  draft: {
    storeMerge: 'moves',
    silent: 'one member’s own rows',
    key: ['member_id', 'id'],
    // Out of reach, and removed when the leave can no longer be taken back.
    ids: { member_id: member.stays, ...other('record_id') },
    title: '未保存的草稿',
    texts: {
      content: personal.json('内容'),
      ...free('id', 'form'),
      ...typed('the version of a record', 'version'),
    },
    isDeleted: true,
  },
})
