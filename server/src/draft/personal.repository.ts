import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const draftPersonal: PersonalTables = {
  draft: {
    title: '未保存的草稿',
    key: ['member_id', 'id'],
    columns: { content: personal.json('内容') },
    free: ['id', 'form', 'version'],
    isDeleted: true,
  },
}
