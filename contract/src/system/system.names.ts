/** Names of everything that the page of the system's state shows. */

/** Titles of the queues of `platform/queues`. */
export const queueTitles = {
  leads: '线索接入',
  imports: '客户导入',
  bulks: '批量操作',
  pushes: '企业微信消息',
  devicePushes: '浏览器消息',
  webhooks: '事件推送',
  codes: '短信验证码',
  texts: '短信',
  persons: '个人数据处理',
  contacts: '企业微信联系人',
} as const
export type QueueName = keyof typeof queueTitles
export const queueNames = Object.keys(queueTitles) as [QueueName, ...QueueName[]]

/** Titles of the outside systems, and what the product uses them for. */
export const doorTitles = {
  sms: ['短信', '登录验证码和客户短信'],
  wecom: ['企业微信', '登录、消息提醒和联系人'],
  sso: ['单点登录', '用集团账号登录'],
  bucket: ['文件存储', '图片、录音和文件'],
  scanner: ['病毒扫描', '检查上传的文件'],
  personnel: ['人事系统', '新增成员时核对身份'],
  gray: ['灰度发布', '登录时选择站点'],
  webhooks: ['事件推送', '把事件推送到其他系统'],
  push: ['浏览器消息', '在浏览器里提醒成员'],
} as const
export type DoorName = keyof typeof doorTitles
export const doorNames = Object.keys(doorTitles) as [DoorName, ...DoorName[]]

/** `off`: not configured. `demo`: played by the demo, which sends nothing. */
export const doorStates = ['on', 'demo', 'off'] as const
export type DoorState = (typeof doorStates)[number]

export const databaseStates = ['ok', 'away', 'read-only', 'full', 'busy'] as const

/** Titles of the scheduled jobs. */
export const jobTitles: Readonly<Record<string, string>> = {
  'find-forgotten-work': '查找遗漏的待处理工作',
  'give-out-leads': '自动分配线索',
  'mark-overdue-leads': '标记超时线索',
  'morning-report': '发送晨报',
  'list-contacts': '读取企业微信联系人',
  'daily-report': '发送门店日报',
  'settle-attendance': '结算签到',
  'warn-of-backup': '提醒备份异常',
  'warn-of-faults': '提醒系统异常',
  'warn-of-waiting-visitors': '提醒到店客户久候',
  'warn-of-missing-cars': '提醒试驾车逾期未还',
  'wake-dormant': '唤醒休眠客户',
  'tell-of-orders': '提醒订单交付',
  'past-arrivals': '整理历史到店记录',
  'past-series': '整理历史车系',
  'close-visits': '结束当日接待',
  'hint-midnight': '零点刷新页面',
  'expire-persons': '结束未确认的个人信息请求',
  housekeeping: '清理过期数据',
  'tidy-audit': '清理过期的操作记录',
  'tidy-recordings': '清理过期的通话录音',
  'tidy-licences': '清理过期的驾驶证照片',
  'settle-appointments': '闭店后登记爽约',
  'remind-appointments': '预约开始前提醒',
  'text-appointments': '发送预约短信',
  'tidy-test-car-quarters': '清理旧的预约记录',
  'tidy-rows-contact': '清理过期的联系人读取记录',
  'tidy-rows-customer': '清理批量操作记录',
  'tidy-drafts': '清理过期草稿',
  'tidy-import-changes': '清理导入的修改记录',
  'tidy-rows-daily': '清理旧日报',
  'tidy-rows-lead': '清理线索接入记录',
  'tidy-leaves': '清理离职交接',
  'tidy-rows-notice': '清理旧消息',
  'tidy-rows-order': '清理订单状态记录',
  'tidy-ranks': '清理旧排名',
  'tidy-rows-record': '清理接入的记录',
  'tidy-sign-ins': '清理登录记录',
  'tidy-rows-platform': '清理短信记录',
  'tidy-transfers': '清理导入导出文件',
  'tidy-uploads': '清理未使用的文件',
  'tidy-rows-webhook': '清理事件推送记录',
}
export const jobTitle = (name: string): string => jobTitles[name] ?? name

/** Reasons of failures, in words for people without technical knowledge. */
export const failureTexts = {
  database: '数据库暂不可用',
  timeout: '没有在规定时间内完成',
  unreachable: '连接不上对方系统',
  refused: '对方系统拒绝了请求',
  broken: '对方系统出错',
  fault: '程序出错',
} as const
export type FailureKind = keyof typeof failureTexts
export const failureKinds = Object.keys(failureTexts) as [FailureKind, ...FailureKind[]]
