import { describeTables } from '../platform/tables/describe.ts'
import { member } from '../platform/tables/words.ts'

export const tables = describeTables({
  person_request: {
    queue: 'leased',
    clear: { person: 'the numbers by which a request finds the person’s rows; gone once it has ended' },
    // The work ends with the member's right to it.
    ids: { member_id: member.stays },
    free: 'the record of the erasure itself: the number is masked, and its clear form is gone once the request has ended',
  },
})
