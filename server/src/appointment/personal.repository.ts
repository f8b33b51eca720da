import type { PersonalTables } from '../platform/personal/personal.ts'

export const appointmentPersonal: PersonalTables = {
  test_car: 'cars of the store',
  test_car_quarter: 'ids and times',
}
