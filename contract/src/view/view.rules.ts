/** Lists that support views. */
export const listNames = [
  'customers',
  'tasks',
  'leads',
  'reviews',
  'desk',
  'orders',
  'orderReviews',
  'allocations',
] as const
export type ListName = (typeof listNames)[number]
/** Name of the setting that holds the page size which the member chose last in any list; lists without an own size use it. */
export const everyList = 'every'

/** Ids of views made by members start here. Ids below belong to built-in views, which the client defines. */
export const firstViewId = 1001

/** Most views a member can keep, over all lists. */
export const viewsOfMember = 60
/** Most views pinned above a list as chips. */
export const mostPinned = 12
/** Longest name of a view, in characters. */
export const viewNameMax = 20

/** Whether a member may share views with roles: admins, and members who assign customers. */
export const mayShareViews = ({
  isAdmin,
  allowAssign,
}: {
  isAdmin: boolean
  allowAssign: boolean
}): boolean => isAdmin || allowAssign
