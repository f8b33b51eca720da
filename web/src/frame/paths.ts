/** Every address of the product; all links go through here (documents 1-3, section 2). */
export const paths = {
  login: '/login',
  authRedirect: '/authRedirect',
  casLogin: '/casLogin',
  dashboard: '/dashboard/index',
  tasks: '/activity/tasks',
  failVerify: '/activity/fail-verify',
  orderVerify: '/activity/order-verify',
  clueClear: '/activity/clue-clear',
  orderApproved: '/activity/order-approved',
  customers: '/customer/list',
  customer: '/customer/detail/$customerId',
  members: '/manager/members',
  files: '/manager/files',
  smsTemplates: '/manager/smstemplate',
  exportList: '/manager/export-list',
  setting: '/manager/setting',
  front: '/front/index',
  orders: '/order/index',
  orderDetail: '/order/orderDetail',
  approved: '/approved',
  submitted: '/submitted',
  reportTask: '/report/task',
  reportCustomer: '/report/customer',
  reportSeries: '/report/series',
  reportStoreCustomer: '/report/storeCustomer',
  reportOnlineClue: '/report/onlineClue',
  reportSign: '/report/sign',
  bigScreen: '/report/bigScreen',
  daily: '/daily/$',
  agent: '/agent/$',
} as const
export type Path = (typeof paths)[keyof typeof paths]

/** How the addresses of customers' files begin: on return from one a list is there as it was left. */
export const customerFiles = '/customer/detail/'
