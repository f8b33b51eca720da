/** The rooms' factories, for the tests of the platform, which itself imports no room. */
export { buildCustomer, newCustomer, phoneFollow } from '../src/customer/customer.factory.ts'
export { buildDealer, buildMember, stageMember } from '../src/team/team.factory.ts'
export type { BuiltMember } from '../src/team/team.factory.ts'
