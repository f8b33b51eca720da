/**
 * Measures counted by the dashboard, the reports and the big screen. Each one is defined here once, with the rows it counts and its labels
 * on screen (docs/decisions/0030-counted-measures.md).
 */

/**
 * Kinds of rows that a measure counts. A measure of *created* rows (`file`, `lead`) reflects today's state and today's owner. A measure of
 * events that *happened* (all others) keeps its day and its owner of then, even after the customer was reassigned.
 */
export const measureRows = {
  file: { kind: 'created', label: '客户档案' },
  lead: { kind: 'created', label: '线索' },
  activity: { kind: 'happened', label: '已完成的跟进' },
  visit: { kind: 'happened', label: '到店记录' },
  invitation: { kind: 'happened', label: '预约' },
  drive: { kind: 'happened', label: '试驾用车' },
  approval: { kind: 'happened', label: '审核通过的订单' },
  delivery: { kind: 'happened', label: '已交车的订单' },
  defeat: { kind: 'happened', label: '同意的战败申请' },
  suspension: { kind: 'happened', label: '休眠' },
} as const
export type MeasureRows = keyof typeof measureRows

interface Measure {
  readonly rows: MeasureRows
  readonly label: string
  /** Tooltip text: one sentence that explains the measure. */
  readonly meaning: string
  /** More is worse: a rise is shown as bad, stores are ranked from the fewest, and no rank wears a medal. */
  readonly isLoss?: true
}

const level = (name: string) =>
  ({ rows: 'file', label: `${name}级`, meaning: `所选日期内建档的客户中，现为${name}级的` }) as const

export const measures = {
  files: { rows: 'file', label: '建档', meaning: '所选日期内的建档，再购各计一次，计入该次的客户经理' },
  filesOnline: { rows: 'file', label: '线上', meaning: '其中来源为网络的' },
  filesOffline: { rows: 'file', label: '线下', meaning: '其中来源不是网络的' },
  levelN: level('N'),
  levelH: level('H'),
  levelA: level('A'),
  levelB: level('B'),
  levelC: level('C'),
  filesArrived: { rows: 'file', label: '到店客户', meaning: '所选日期内建档的客户中，到过店的' },
  filesReached: {
    rows: 'file',
    label: '首次到店',
    meaning: '所选日期内建档的客户中，到过店，或已订车、已交车的',
  },
  filesBought: { rows: 'file', label: '成交客户', meaning: '所选日期内建档的客户中，已订车或已交车的' },

  leads: { rows: 'lead', label: '新增线索', meaning: '所选日期内进入的线索，计入现在的客户经理' },
  leadsRepeat: { rows: 'lead', label: '重复', meaning: '手机号已是本店客户的线索' },
  leadsValid: { rows: 'lead', label: '有效', meaning: '清洗有效，或无需清洗的线索' },
  leadsInvalid: { rows: 'lead', label: '无效', meaning: '清洗为无效的线索' },
  leadsWaiting: { rows: 'lead', label: '待清洗', meaning: '还没有清洗结果的线索，含未接通' },
  leadsToFollow: { rows: 'lead', label: '待跟进', meaning: '有效线索中，还没有首次跟进的' },
  leadsFollowing: { rows: 'lead', label: '跟进中', meaning: '有效线索中，其商机正在跟进的' },
  leadsOrdered: { rows: 'lead', label: '订车', meaning: '有效线索中，其商机已订车的' },
  leadsDelivered: { rows: 'lead', label: '交车', meaning: '有效线索中，其商机已交车的' },
  leadsDefeated: {
    rows: 'lead',
    label: '战败',
    meaning: '有效线索中，其商机已战败或线索已关闭的',
    isLoss: true,
  },
  leadsDormant: { rows: 'lead', label: '休眠', meaning: '有效线索中，其商机休眠的' },
  leadsArrived: { rows: 'lead', label: '首次到店', meaning: '有效线索中，其商机到过店，或已订车、已交车的' },
  leadsBought: { rows: 'lead', label: '成交线索', meaning: '有效线索中，其商机已订车或已交车的' },

  offlineFollows: {
    rows: 'activity',
    label: '线下跟进',
    meaning: '所选日期内完成的、来源不是网络的客户的跟进，计入完成的人',
  },
  talks: { rows: 'activity', label: '沟通', meaning: '所选日期内完成的电话、企微与视频沟通，计入完成的人' },
  visits: {
    rows: 'visit',
    label: '到店',
    meaning: '所选日期内到店的客户，每人每天计一次，计入最先接待的人，无人接待时计入当时的客户经理',
  },
  testDrives: { rows: 'activity', label: '试驾', meaning: '所选日期内完成的试驾，计入完成的人' },
  revisits: { rows: 'activity', label: '回访', meaning: '所选日期内完成的回访，计入完成的人' },
  orders: {
    rows: 'approval',
    label: '订车',
    meaning: '所选日期内审核通过且未取消的订单，计入当时的客户经理',
  },
  deliveries: { rows: 'delivery', label: '交车', meaning: '所选日期内交车的订单，计入当时的客户经理' },
  defeats: {
    rows: 'defeat',
    label: '战败',
    meaning: '所选日期内同意的战败申请，客户未复活，计入当时的客户经理',
    isLoss: true,
  },
  invited: {
    rows: 'invitation',
    label: '邀约',
    meaning: '约在所选日期内某一时间到店或试驾的，改约、取消和过后才约的除外，计入当时的客户经理',
  },
  invitedCame: { rows: 'invitation', label: '应约到店', meaning: '邀约中，当天到店的' },
  noShows: {
    rows: 'invitation',
    label: '爽约',
    meaning: '邀约中，到闭店时还没有到店的',
    isLoss: true,
  },
  carBookings: {
    rows: 'invitation',
    label: '预约',
    meaning: '约在所选日期内试驾该车的，改约、取消和过后才约的除外',
  },
  carCame: { rows: 'invitation', label: '应约到店', meaning: '预约该车的客户中，当天到店的' },
  carNoShows: {
    rows: 'invitation',
    label: '爽约',
    meaning: '预约该车的客户中，到闭店时还没有到店的',
    isLoss: true,
  },
  carMinutes: { rows: 'invitation', label: '预约分钟', meaning: '该车被预约的时长，以分钟计' },
  carDriven: {
    rows: 'drive',
    label: '试驾分钟',
    meaning: '该车从交钥匙到还车的时长，以分钟计，计入还车那天',
  },
  dormancies: { rows: 'suspension', label: '休眠', meaning: '所选日期内开始的休眠，计入当时的客户经理' },
} as const satisfies Record<string, Measure>
export type MeasureName = keyof typeof measures
export const measureNames = Object.keys(measures) as MeasureName[]

export const isLoss = (name: MeasureName): boolean => {
  const measure: Measure = measures[name]
  return measure.isLoss === true
}

/** Measures that equal the sum of others in every row of every report. */
export const sums = {
  files: ['filesOnline', 'filesOffline'],
  leads: ['leadsRepeat', 'leadsValid', 'leadsInvalid', 'leadsWaiting'],
  leadsValid: [
    'leadsToFollow',
    'leadsFollowing',
    'leadsOrdered',
    'leadsDelivered',
    'leadsDefeated',
    'leadsDormant',
  ],
} as const satisfies Partial<Record<MeasureName, readonly MeasureName[]>>

/** Dimensions that measures can be grouped by: calendar day in Asia/Shanghai, member, customer source, series, test-drive car. */
export const dimensions = ['day', 'member', 'source', 'series', 'car'] as const
export type Dimension = (typeof dimensions)[number]
