/** Audit kinds, used as filters on the audit page. The numbers are stored in the database. */
export const auditKinds = {
  signIn: { value: 1, title: '登录' },
  reveal: { value: 2, title: '查看号码' },
  export: { value: 3, title: '导出' },
  import: { value: 4, title: '导入' },
  member: { value: 5, title: '成员与权限' },
  setting: { value: 6, title: '设置' },
  merge: { value: 7, title: '合并' },
  handover: { value: 8, title: '交接' },
  review: { value: 9, title: '审核' },
  watch: { value: 10, title: '异常访问' },
  privacy: { value: 11, title: '个人信息' },
  appointment: { value: 12, title: '预约与试驾' },
} as const
export type AuditKind = keyof typeof auditKinds
/** Filter for every kind but sign-ins, with which the audit page opens. */
export const exceptSignIns = { value: 99, title: '登录以外' } as const

// @__NO_SIDE_EFFECTS__
const action = (kind: AuditKind, title: string): { readonly kind: AuditKind; readonly title: string } => ({
  kind,
  title,
})

/** Every audited action by its stored name, with its kind and title. */
export const auditActions = {
  'sign-in': action('signIn', '登录'),
  'sign-out': action('signIn', '退出登录'),
  'password-change': action('signIn', '修改密码'),
  'wecom-bind': action('signIn', '绑定企业微信'),
  'wecom-unbind': action('signIn', '解除企业微信绑定'),
  'sso-bind': action('signIn', '关联单点登录'),
  reveal: action('reveal', '查看号码'),
  export: action('export', '导出'),
  'export-again': action('export', '再次下载导出文件'),
  import: action('import', '导入客户'),
  'import-undo': action('import', '撤销导入更新'),
  'member-verify': action('member', '核验成员'),
  'member-add': action('member', '添加成员'),
  'member-update': action('member', '修改成员'),
  'member-leave': action('handover', '成员离职'),
  'member-leave-back': action('handover', '撤回离职交接'),
  setting: action('setting', '修改设置'),
  'target-set': action('setting', '修改业绩目标'),
  'file-add': action('setting', '上传文件'),
  'file-delete': action('setting', '删除文件'),
  'sms-template': action('setting', '修改短信模板'),
  'webhook-add': action('setting', '新增事件推送'),
  'webhook-update': action('setting', '修改事件推送'),
  'webhook-switch': action('setting', '停用或启用事件推送'),
  'webhook-rotate': action('setting', '更换推送密钥'),
  'webhook-delete': action('setting', '删除事件推送'),
  'webhook-test': action('setting', '发送测试事件'),
  'webhook-replay': action('setting', '重发事件推送'),
  'sms-send': action('watch', '发送短信'),
  'appointment-answer': action('appointment', '客户回复预约'),
  'appointment-move': action('appointment', '改约'),
  'appointment-move-undo': action('appointment', '撤销改约'),
  'appointment-cancel': action('appointment', '取消预约'),
  'appointment-cancel-undo': action('appointment', '撤销取消预约'),
  'drive-out': action('appointment', '交试驾车钥匙'),
  'drive-out-undo': action('appointment', '撤销交钥匙'),
  'drive-back': action('appointment', '试驾还车'),
  'drive-back-undo': action('appointment', '撤销还车'),
  'drive-correct': action('appointment', '更正试驾里程'),
  merge: action('merge', '合并客户'),
  handover: action('handover', '客户再分配'),
  'undo-handover': action('handover', '撤销再分配'),
  'confirm-defeat': action('review', '同意战败'),
  'reject-defeat': action('review', '驳回战败'),
  'order-confirm': action('review', '同意订单'),
  'order-reject': action('review', '驳回订单'),
  'file-reads': action('watch', '频繁打开客户档案'),
  'number-found': action('watch', '按号码查到他人客户'),
  'number-sheet': action('watch', '按表格查询号码'),
  'person-find': action('privacy', '查找个人信息'),
  'person-erase': action('privacy', '确认删除个人信息'),
  'person-erased': action('privacy', '删除个人信息完成'),
  'number-search-limit': action('watch', '频繁查询号码'),
} as const satisfies Record<string, { readonly kind: AuditKind; readonly title: string }>
export type AuditAction = keyof typeof auditActions

export const kindOfAction = (of: AuditAction): number => auditKinds[auditActions[of].kind].value
