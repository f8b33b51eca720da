import { sql } from 'kysely'
import { personal } from '../platform/personal/personal.ts'
import type { PersonalTables } from '../platform/personal/personal.ts'

export const appointmentPersonal: PersonalTables = {
  test_car: 'cars of the store',
  test_car_quarter: 'ids and times',
  test_drive: 'ids, times and mileage',
  drive_agreement: 'texts that a store writes for all customers',
  drive_paper: {
    title: '试驾协议',
    key: ['id'],
    of: { customer: 'customer_id' },
    columns: {
      // Times and versions stay with the drive.
      handed_at: personal.plain('签署时间', sql`t.handed_at`),
      version: personal.plain('协议版本', sql`t.version`),
      licence_key: personal.file('驾驶证照片'),
      signature_key: personal.file('签名'),
    },
  },
  appointment_event: 'ids and times',
  appointment_link: 'ids, times and hashes of random tokens',
  appointment_text: 'texts that a store writes for all customers',
  calendar_feed: 'ids, times and hashes of random tokens',
}
