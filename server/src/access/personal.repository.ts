import type { PersonalTables } from '../platform/personal/personal.ts'

/** The room keeps nothing about customers. */
export const accessPersonal: PersonalTables = {
  account: 'members of stores',
  session: 'sessions of members',
  door_state: 'steps of a sign-in, gone after an hour',
  sso_binding: 'accounts of members',
  captcha: 'pictures, gone after an hour',
  sms_code: 'codes of members, gone after an hour',
}
