import { describeTables } from '../platform/tables/describe.ts'
import { member } from '../platform/tables/words.ts'

/** The room keeps nothing about customers. */
export const tables = describeTables({
  account: { place: 'reference', typed: 'members of stores' },
  session: {
    place: 'local',
    ids: { member_id: member.stays },
    free: 'sessions of members',
    few: 'some per member; expired ones are deleted each hour',
  },
  known_browser: { place: 'local' },
  door_state: { place: 'local', free: 'steps of a sign-in, gone after an hour' },
  sso_binding: { place: 'local', free: 'accounts of members' },
  captcha: { place: 'local', free: 'pictures, gone after an hour' },
  sms_code: { place: 'local', free: 'codes of members, gone after an hour' },
})
