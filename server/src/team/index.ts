export {
  activateMember,
  findAssignable,
  listManagers,
  markLeadGiven,
  sourceExists,
} from './team.repository.ts'
