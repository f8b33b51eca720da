import { describeTables } from '../platform/tables/describe.ts'
import { member } from '../platform/tables/words.ts'

const silent = 'signing in; what pages display of an account never changes'

/** The room keeps nothing about customers. */
export const tables = describeTables({
  account: { silent, place: 'reference', typed: 'members of stores' },
  session: {
    companions: [
      { on: 'delete', notifies: 'session_changed' },
      { on: 'update', with: ['ended_as'], notifies: 'session_changed' },
    ],
    storeMerge: { dropped: true },
    silent,
    place: 'local',
    ids: { member_id: member.stays },
    free: 'sessions of members',
    few: 'some per member; expired ones are deleted each hour',
  },
  known_browser: { silent, place: 'local' },
  door_state: { silent, place: 'local', free: 'steps of a sign-in, gone after an hour' },
  sso_binding: { silent, place: 'local', free: 'accounts of members' },
  authenticator: { topic: 'team', place: 'reference', free: 'accounts of members' },
  captcha: {
    silent,
    place: 'local',
    clear: { id: 'chosen by the browser' },
    free: 'pictures, gone after an hour',
  },
  sms_code: {
    silent,
    place: 'local',
    clear: { mobile: 'of members' },
    free: 'codes of members, gone after an hour',
  },
})
