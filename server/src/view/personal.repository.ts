import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const viewPersonal: PersonalTables = {
  list_view: {
    title: '保存的视图',
    key: ['id'],
    columns: { name: personal.text('名称'), search: personal.json('筛选条件') },
    free: ['list', 'columns'],
  },
  list_setting: 'columns and page sizes',
}
