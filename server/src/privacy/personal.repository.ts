import type { PersonalTables } from '../platform/personal/personal.ts'

export const privacyPersonal: PersonalTables = {
  person_request:
    'the record of the erasure itself: the number is masked, and its clear form is gone once the request has ended',
}
