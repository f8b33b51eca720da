import type { PersonalTables } from '../platform/personal/personal.ts'

export const appointmentPersonal: PersonalTables = {
  test_car: 'cars of the store',
  test_car_quarter: 'ids and times',
  test_drive: 'ids, times and mileage; the pictures are those of the timeline',
  appointment_event: 'ids and times',
  appointment_link: 'ids, times and hashes of random tokens',
  appointment_text: 'texts that a store writes for all customers',
  calendar_feed: 'ids, times and hashes of random tokens',
}
