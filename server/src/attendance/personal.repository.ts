import type { PersonalTables } from '../platform/personal/personal.ts'

/** The room keeps nothing about customers. */
export const attendancePersonal: PersonalTables = {
  attendance_day: 'working hours',
  attendance_sign: 'members, where they signed in',
}
