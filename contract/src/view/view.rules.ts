/** The lists that are looked at through views. */
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

/** Ids of views that members made begin here; below are those that the product brings along, which are written in the client. */
export const firstViewId = 1001

/** Most views that a member keeps of all lists together. */
export const viewsOfMember = 60
/** Most that stand above a list as chips. */
export const mostPinned = 12
/** Characters of a view's name. */
export const viewNameMax = 20

/** Who may share views with roles: who leads people. */
export const mayShareViews = ({
  isAdmin,
  allowAssign,
}: {
  isAdmin: boolean
  allowAssign: boolean
}): boolean => isAdmin || allowAssign
