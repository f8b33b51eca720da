import { createHash } from 'node:crypto'

/** People of the demo network (server/src/seed/network.ts), with the purpose of each in the journeys. */
export interface Person {
  readonly mobile: string
  readonly name: string
}

const person = (mobile: string, name: string): Person => ({ mobile, name })

/** The token of a person's session, which stage.ts opens. */
export const tokenOf = (mobile: string): string => createHash('sha256').update(mobile).digest('base64url')

/** Signed in before the first journey; all journeys share these sessions. */
export const people = {
  /** General manager of 杭州城西澜岳店: sees the whole store. */
  generalManager: person('13800000001', '周启明'),
  /** 投资方负责人 at three stores. */
  boss: person('13800000002', '沈若兰'),
  /** Superior of `consultant`, not of `otherConsultant`. */
  salesManager: person('13800000003', '陆建峰'),
  consultant: person('13800000004', '林晓雯'),
  otherConsultant: person('13800000005', '陈立航'),
  /** General manager of another store, whose customers no other journey counts. */
  farManager: person('13600001002', '陈阳宇'),
  /** General manager of a store where no journey changes anything: its numbers agree with the lists they open. */
  stillManager: person('13600001003', '林东龙'),
  /** General manager of the store that stage.ts closes. */
  closedManager: person('13600001006', '陆诗霞'),
  /** 市场经理 of the first store: an admin below the others. */
  market: person('13600001015', '侯凤慧'),
  /** A consultant of another store with 企业管理 (stage.ts), and a colleague with the same superior. */
  clerk: person('13600001053', '何涛平'),
  clerkColleague: person('13600001054', '王梦颖'),
  /** A consultant with the right 战败审核 (stage.ts). */
  reviewer: person('13600001025', '朱浩'),
  /** Notices are counted for this member: no other journey assigns them customers. */
  listener: person('13600001023', '姚华晨'),
  /** No other journey creates customers for this member, so new ones are at the top of the list. */
  adding: person('13600001024', '赵玲佳'),
  bystander: person('13600001026', '陈志俊'),
  frontDesk: person('13800000007', '吴婷'),
  /** 集团督导, role 16. */
  supervisor: person('13800000008', '顾长青'),
  /** 试驾专员 and 库管 of the first store. */
  driver: person('13800000009', '唐华'),
  stock: person('13800000010', '周杰明'),
  /** 投资人 at two stores of the other group. */
  investor: person('13600001010', '刘雪玲'),
  /** 集团DCC, role 15. */
  groupDcc: person('13600001011', '徐蕾'),
  /** 集团管理员 at one store (stage.ts): no journey switches the store. */
  groupAdmin: person('13600001055', '吴东松'),
  /** 网销专员 in stores where a supervisor assigns, where agents assign, and where assignment is automatic. */
  agent: person('13600001020', '毛平明'),
  assigningAgent: person('13600001032', '赵建宏'),
  automaticAgent: person('13600001051', '刘家亮'),
  /** Their sessions end in the middle of a form; see unsaved.e2e.ts. */
  expiring: person('13600001033', '周艳'),
  expiringToo: person('13600001034', '夏怡欣'),
  /** Changes the password in the dialog; the session goes on. */
  changing: person('13600001036', '吴娜'),
  /** Loses the network. */
  offline: person('13600001060', '孙慧云'),
  /** Signs out. */
  going: person('13600001037', '李丽'),
  /** 集团管理员 at three stores: switching stores invalidates the token. */
  switching: person('13600001009', '黄鑫强'),
} as const

/** Not signed in: each journey through the sign-in page uses its own person. */
export const atTheDoor = {
  careful: person('13600001043', '袁博阳'),
  mistaken: person('13600001044', '周龙轩'),
  demo: person('13800000006', '许佳怡'),
  forgetful: person('13600001045', '李翔俊'),
  stranger: person('13600001052', '金德斌'),
  /** A consultant with an old browser. */
  old: person('13600001047', '张杰'),
  /** Signs in by WeCom's QR code. */
  scanning: person('13600001061', '李晓琪'),
  /** Signs in by single sign-on. */
  single: person('13600001062', '张军斌'),
} as const
