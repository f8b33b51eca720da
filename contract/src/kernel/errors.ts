/** Every refusal of the server: a stable number and the Chinese text to show. */
export const errors = {
  INVALID: { code: 400, text: '提交的内容有误，请检查' },
  FORBIDDEN: { code: 403, text: '您没有该操作的权限' },
  NOT_FOUND: { code: 404, text: '记录不存在或已被移除' },
  CONFLICT: { code: 409, text: '该记录已被他人修改，请核对后再保存' },
  STALE: { code: 410, text: '状态已变化，请刷新后重试' },
  TOO_LARGE: { code: 413, text: '提交的内容过大' },
  TOO_MANY: { code: 429, text: '操作过于频繁，请稍后再试' },
  IDEMPOTENCY_MISMATCH: { code: 422, text: '重复提交的内容与首次不一致，请刷新后重试' },
  SESSION_GONE: { code: 100, text: '登录过期' },
  BLOCKED: { code: 1004, text: '此客户在blc名单中，如有疑问请拨打' },
  LOGIN_FAILED: { code: 1001, text: '登录错误，请检查！' },
  LOGIN_SLOWED: { code: 1002, text: '登录尝试过多，请稍后再试' },
  LOGIN_FROZEN: { code: 1003, text: '账户已被冻结或已离职，请联系管理员' },
  LOGIN_PC_FORBIDDEN: { code: 1005, text: '该门店已禁止销售人员登录PC端' },
  LOGIN_CLOSED: { code: 1027, text: '门店已停业，账号不能再登录该门店，如有疑问请联系集团或门店管理员' },
  CAPTCHA_WRONG: { code: 1010, text: '图片验证码错误或已失效，请重新输入' },
  SMS_WRONG: { code: 1011, text: '验证码错误或已失效，请重新获取' },
  SMS_TOO_SOON: { code: 1012, text: '验证码发送过于频繁，请60秒后再试' },
  SMS_DAILY_LIMIT: { code: 1013, text: '今日验证码发送次数已达上限' },
  SMS_UNAVAILABLE: { code: 1019, text: '短信服务尚未配置，请联系系统管理员' },
  PASSWORD_WEAK: { code: 1014, text: '密码过于常见，请更换' },
  OLD_PASSWORD_WRONG: { code: 1015, text: '旧密码错误' },
  QR_UNAVAILABLE: { code: 201, text: '扫码登录尚未配置' },
  QR_UNBOUND: { code: 1021, text: '首次扫码登录，请先绑定手机号' },
  WECOM_BOUND: { code: 1022, text: '该账号已绑定其他企业微信成员，请先解除绑定' },
  WECOM_AWAY: { code: 1038, text: '企业微信暂时无法访问，请稍后再试' },
  CONTACT_UNBOUND: { code: 1039, text: '您的账号还没有绑定企业微信，请退出登录后从企业微信重新进入' },
  SSO_UNAVAILABLE: { code: 1018, text: '单点登录尚未配置' },
  SSO_REFUSED: { code: 1023, text: '单点登录未成功，请重新登录' },
  SSO_UNKNOWN: { code: 1024, text: '没有与该单点登录账号对应的门店成员，请联系门店管理员' },
  ENROLMENT_OVER: { code: 1028, text: '本次绑定已失效，请重新开始；没有邀请链接时请联系管理员' },
  SSO_ONLY: { code: 1025, text: '本平台统一使用单点登录，请从单点登录进入' },
  STORE_CLOSED: { code: 1026, text: '门店已停业，只能查看和导出' },
  REVEAL_LIMIT: { code: 1016, text: '查看号码过于频繁，请稍后再试' },
  UPLOAD_REFUSED: { code: 1017, text: '文件不符合要求' },
  /** At the front desk: the number of a new customer is on file. */
  ON_FILE: { code: 202, text: '该手机号客户已存在' },
  CUSTOMER_EXISTS: { code: 2001, text: '该手机号客户已存在' },
  CUSTOMER_STATE: { code: 2002, text: '客户当前状态不允许该操作，请刷新后重试' },
  CUSTOMER_ORDER_OPEN: {
    code: 2003,
    text: '该客户下有未处理订单，不允许操作战败/休眠，如要战败/休眠客户，请取消订单。请知晓!',
  },
  MERGE_FORBIDDEN: { code: 2005, text: '该手机号的客户由其他客户经理负责，您无权合并' },
  MEMBER_UNAVAILABLE: { code: 2004, text: '所选客户经理不可用，请重新选择' },
  ORDER_WAITING: { code: 2101, text: '该客户下有"待提交"订单等待处理，请勿重复创建' },
  ORDER_STATE: { code: 2102, text: '订单状态已变化，请刷新后重试' },
  ORDER_UNDELIVERABLE: { code: 2103, text: '该客户没有可交车的订单' },
  UNDO_OVER: { code: 2401, text: '已超过可撤销的时间' },
  LEAD_STATE: { code: 2301, text: '线索状态已变化，请刷新后重试' },
  POLICY_OF_GROUP: { code: 2501, text: '集团门店的线上线索策略由集团维护，不能修改' },
  BLOCKED_ALREADY: { code: 2502, text: '该手机号或身份证号码已在本店blc名单中' },
  SOURCE_EXISTS: { code: 2503, text: '该来源名称已存在' },
  BULK_TOO_MANY: { code: 2202, text: '一次最多操作2000位客户，请缩小筛选范围' },
  MEMBER_EXISTS: { code: 2601, text: '该手机号已是本店成员' },
  MEMBER_RIGHTS: { code: 2602, text: '您没有修改该成员的权限' },
  MEMBER_LAST_ADMIN: { code: 2603, text: '门店至少保留一名正常状态的管理员' },
  MEMBER_CYCLE: { code: 2604, text: '上级不能是本人或其下级' },
  LEAVE_OVER: { code: 2605, text: '离职交接已超过24小时，不能撤回' },
  TEMPLATES_TOO_MANY: { code: 2506, text: '最多保存100个模板，请先删除不用的' },
  SMS_NO_MOBILE: { code: 2507, text: '该客户没有手机号，不能发送短信' },
  SMS_QUIET: { code: 2508, text: '21:00至次日8:00不能给客户发送短信' },
  SMS_DECLINED: { code: 2513, text: '该客户已标记不接收短信，不能发送' },
  SMS_CUSTOMER_LIMIT: { code: 2509, text: '今天已给该客户发送3条短信，请明天再发' },
  EXPORT_GONE: { code: 2504, text: '文件已超过7天，不能再下载' },
  EXPORT_TOO_MANY: { code: 2201, text: '当前导出数据大于2000条，无法导出。请调整后重试，谢谢！' },
  WEBHOOK_EXISTS: { code: 2510, text: '该接收地址已登记' },
  WEBHOOKS_TOO_MANY: { code: 2511, text: '最多登记10个接收地址，请先删除不用的' },
  WEBHOOK_OFF: { code: 2512, text: '该地址已停用，请先启用' },
  MEMBER_BUSY: { code: 2801, text: '该客户经理正在接待其他客户，请重新选择' },
  CAR_TAKEN: { code: 2901, text: '该试驾车这段时间已被预约，请选择其他时间' },
  CAR_EXISTS: { code: 2902, text: '该车牌号已登记' },
  CAR_BOOKED: { code: 2903, text: '该车还有未完成的预约，请先改约或停用' },
  CARS_TOO_MANY: { code: 2904, text: '最多登记50辆试驾车，请先删除不用的' },
  CAR_OUT: { code: 2905, text: '该试驾车的钥匙已交出，请先还车' },
  SIGNS_TOO_MANY: { code: 2701, text: '今天的签到次数已达上限' },
  VIEWS_TOO_MANY: { code: 2203, text: '最多保存60个视图，请先删除不用的' },
} as const satisfies Record<string, { code: number; text: string }>

export type ErrorCode = keyof typeof errors

/** Refusals with a tip that stays open: `status "-2"`. Their response describes the customer. */
export const tipCodes: readonly ErrorCode[] = ['BLOCKED', 'ON_FILE']

/** Refusals of exceeded limits: HTTP 429 with `Retry-After` in seconds. All other refusals are HTTP 200. */
export const limitCodes = [
  'TOO_MANY',
  'LOGIN_SLOWED',
  'SMS_TOO_SOON',
  'SMS_DAILY_LIMIT',
  'REVEAL_LIMIT',
] as const satisfies readonly ErrorCode[]
export type LimitCode = (typeof limitCodes)[number]

export const isLimit = (code: ErrorCode): code is LimitCode =>
  (limitCodes as readonly ErrorCode[]).includes(code)

/** One invalid field of a request: its path, and the text to show beside it. */
export interface FieldError {
  readonly path: string
  readonly text: string
}
