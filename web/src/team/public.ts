/** What other rooms may use of the team. */
export { CustomSourceSelect, ManagedMembersSelect, MemberSelect } from './MemberSelect'
export { assignableQuery, customSourceQuery, managedQuery, memberListQuery } from './team.queries'
