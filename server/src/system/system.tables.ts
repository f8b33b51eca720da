import { describeTables } from '../platform/tables/describe.ts'

export const tables = describeTables({
  system_fault: {
    place: 'local',
    silent: 'a note of notices that were sent',
    free: 'names of jobs and outside systems',
  },
})
