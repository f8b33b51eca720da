import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const filePersonal: PersonalTables = {
  dealer_file: {
    title: '共享文件名',
    key: ['id'],
    columns: { file_name: personal.text('文件名') },
    free: ['file_key', 'user_name'],
  },
}
