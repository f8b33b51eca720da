import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type Call, groupRoles, mayCall } from '@showroom/contract/kernel/call'
import { type AnyRoute, useRouter } from '@tanstack/react-router'
import type { Path } from './path'
import { useSession } from './session'

/**
 * Who may enter a screen. The server refuses by itself; this decides what the menus show and where the router turns back to the
 * overview. Each room says it of its screens in its routes.
 */
export type MayEnter = (session: SessionInfo) => boolean

/** Whether the member was given a module (客户管理 and such); an administrator has them all. */
export const hasModule = (session: SessionInfo, module: string): boolean =>
  session.isAdmin || session.modules.includes(module)

/** Team management: members, files, templates, settings. */
export const mayManage: MayEnter = (session) => hasModule(session, '企业管理')

/** Supervisors of the group work at no store. */
export const worksAtStore: MayEnter = ({ role }) => !groupRoles.includes(role)

/** The other side of it: who finds a review among the areas at the top, as the tasks that it stands beside are closed to them. */
export const worksAtGroup: MayEnter = (session) => !worksAtStore(session)

/** Whether the member may make a call at all: what would only be refused is not asked. */
export const may = (session: SessionInfo, call: Pick<Call, 'may'>): boolean =>
  mayCall(call.may, { ...session, flags: session })

/** Whether the member may enter a screen. */
export function mayEnterScreen({ options }: AnyRoute, session: SessionInfo): boolean {
  const { mayEnter } = options.staticData ?? {}
  return !mayEnter || mayEnter(session)
}

/** Whether this member may enter a screen: a way to one that only turns back is not offered. */
export function useMayEnter(to: Path): boolean {
  const session = useSession()
  return mayEnterScreen(useRouter().routesByPath[to], session)
}
