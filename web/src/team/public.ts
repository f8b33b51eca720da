/** The team room's exports for other rooms. */
export { AnyMemberSelect, CustomSourceSelect, ManagedMembersSelect, MemberSelect } from './MemberSelect'
export { BatchHandOverDialog, HandOverDialog, type HandOverValues } from './HandOver'
export { useAssignable } from './useAssignable'
export { assignableQuery, customSourceQuery, managedQuery, memberListQuery } from './team.queries'
export { OwnersFilter } from './OwnersFilter'
export { actorOf, managedOf } from './rank'
