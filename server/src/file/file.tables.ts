import { describeTables } from '../platform/tables/describe.ts'
import { free, member, personal } from '../platform/tables/words.ts'

export const tables = describeTables({
  dealer_file: {
    ids: { member_id: member.stays },
    title: '共享文件名',
    texts: { file_name: personal.text('文件名'), ...free('file_key', 'user_name') },
    few: 'documents that a store offers its members, within its quota',
  },
})
