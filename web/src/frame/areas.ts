import { switchingRoles } from '@showroom/contract/access/access.rules'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type Call, groupRoles, mayCall } from '@showroom/contract/kernel/call'
import { type AnyRoute, useRouter } from '@tanstack/react-router'
import type { Path } from './path'
import { useSession } from './session'

/**
 * Permission to enter a screen. The server checks by itself; this decides which entries the menus show and when the
 * router redirects to the overview. Each room sets it for its screens in its routes.
 */
export type MayEnter = (session: SessionInfo) => boolean

/** Whether the member has a module (客户管理 and such); administrators have them all. */
export const hasModule = (session: SessionInfo, module: string): boolean =>
  session.isAdmin || session.modules.includes(module)

/** Whether lists can hold records of colleagues, and so show the owner. */
export const seesOthers = ({ allowAssign, seesStore }: SessionInfo): boolean => allowAssign || seesStore

/** The right to team management: members, files, templates, settings. An investor manages no one; a closed store shows what it was. */
export const managing = { module: '企业管理', changes: true, whenClosed: true } as const
/** The right to the reports. */
export const reporting = { admin: true } as const

/** Whether the member has several stores and the right to switch between them. */
export const maySwitchStore: MayEnter = ({ role, dealers }) =>
  switchingRoles.includes(role) && dealers.length > 1

/** Group supervisors do not work at a store. */
export const worksAtStore: MayEnter = ({ role }) => !groupRoles.includes(role)

/**
 * The opposite: these members find reviews in the top menu, because the area that normally holds them is closed to
 * them.
 */
export const worksAtGroup: MayEnter = (session) => !worksAtStore(session)

/** Whether the member may make a call at all: a call that would be refused is not made. */
export const may = (session: SessionInfo, call: Pick<Call, 'may'>): boolean =>
  mayCall(call.may, { ...session, flags: session })

/** Whether the member may enter a screen. */
export function mayEnterScreen({ options }: AnyRoute, session: SessionInfo): boolean {
  const { mayEnter } = options.staticData ?? {}
  return !mayEnter || mayEnter(session)
}

/** Whether this member may enter a screen: a link that would only redirect is not offered. */
export function useMayEnter(to: Path): boolean {
  const session = useSession()
  return mayEnterScreen(useRouter().routesByPath[to], session)
}
