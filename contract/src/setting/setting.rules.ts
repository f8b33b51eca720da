/** Limits of a store's settings, for both sides. */

/** Minutes within which a lead must be cleaned or first followed up, counted in the store's working hours. */
export const leadMinutes = { least: 5, most: 1440 } as const

export const topicMax = 500
export const addressMax = 100

/** Description of each online policy, and of what happens to waiting leads when it starts. */
export const onlinePolicies = [
  {
    value: 1,
    title: '网销专员清洗，主管分配',
    about: '网销专员核实线索，有效的进入待分配，由主管分给客户经理。',
    waiting: '待清洗与未接通的线索由网销专员继续处理；待分配的由主管分配。',
  },
  {
    value: 2,
    title: '网销专员清洗，网销专员分配',
    about: '网销专员核实线索，并直接分给客户经理。',
    waiting: '待清洗与未接通的线索由网销专员继续处理；待分配的由网销专员分配。',
  },
  {
    value: 3,
    title: '无需清洗，自动分配',
    about: '线索进入后由系统分给待跟进线索最少的客户经理。',
    waiting: '待清洗与待分配的线索立即由系统按进入先后分给客户经理；未接通的仍可继续处理。',
  },
] as const

/** Why a store of a group cannot choose its policy. */
export const groupPolicyText = '本店为集团门店，线上线索由集团DCC统一清洗，策略由集团维护'
