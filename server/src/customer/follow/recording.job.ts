import { forgetRecordings, listRecordings } from './record.repository.ts'

/** Deletes recordings of calls once their days are over; the calls stay. */
export const tidyRecordings = {
  name: 'tidy-recordings',
  cron: '51 3 * * *',
  list: listRecordings,
  forget: forgetRecordings,
} as const
