/** Which roles, with the modules they start with, may make which calls. Calls that are not here are for every member. */

const admins = [1, 2, 3, 6]
/** Who works with customers. */
const sellers = [1, 2, 3, 4, 5, 6, 8, 9, 11]

const rows: readonly (readonly [prefix: string, verbs: readonly string[], roles: readonly number[]])[] = [
  ['/v2/appBaseService/', ['getUserInfo'], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15]],
  [
    '/v2/appCustomerService/',
    ['list', 'follow', 'edit', 'remark', 'pause', 'resume', 'fail', 'relive', 'recall'],
    sellers,
  ],
  // And who decides on a defeat.
  ['/v2/appCustomerService/', ['get', 'timelines', 'testShareDetail', 'thirdCallDetail'], [...sellers, 16]],
  ['/v2/appCustomerService/', ['add'], [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]],
  ['/v2/appCustomerDeskService/', ['informCome'], [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]],
  ['/v2/appCustomerService/', ['reassign', 'batchReassign'], admins],
  ['/v1/customerRpc/', ['list', 'updateTag'], sellers],
  ['/v1/customerRpc/', ['import', 'importStatus', 'importCommit', 'importTemplate'], admins],
  ['/v2/appWxCustomerService/', ['checkExist', 'merge'], sellers],
  [
    '/v2/appCustomerService/',
    ['order', 'deliver', 'submitOrder', 'cancelOrder', 'orderFollow'],
    [1, 2, 3, 4, 5, 6, 8, 9, 10, 11],
  ],
  ['/v2/appCustomerOrderService/', ['getCustomerOrders'], [1, 2, 3, 4, 5, 6, 8, 9, 10, 11]],
  ['/v2/appVerifyService/', ['failList', 'confirmOrder', 'rejectOrder'], [...admins, 16]],
  ['/v2/appVerifyService/', ['confirmFail', 'rejectFail'], admins],
  ['/v1/taskRpc/', ['list', 'counts'], sellers],
  ['/v2/appClueService/', ['detail'], [...sellers, 15]],
  ['/v1/customerRpc/', ['getOnlineCustomer'], [...sellers, 15]],
  ['/v2/appClueService/', ['list', 'counts'], sellers],
  ['/v2/appClueService/', ['clear', 'noContact', 'assign'], [1, 2, 3, 5, 6]],
  ['/v2/appClueService/', ['batchAssign'], admins],
]

export const rolesOf: ReadonlyMap<string, readonly number[]> = new Map(
  rows.flatMap(([prefix, verbs, roles]) => verbs.map((verb) => [prefix + verb, roles] as const)),
)
