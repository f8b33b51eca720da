import type { Flags } from '../kernel/call.ts'

/** Role numbers as sent on the wire (docs/product/access.md). */
export const role = {
  generalManager: 1,
  boss: 2,
  salesManager: 3,
  consultant: 4,
  dcc: 5,
  marketing: 6,
  frontDesk: 7,
  testDrive: 8,
  groupAdmin: 9,
  stock: 10,
  investor: 11,
  groupDcc: 15,
  groupSupervisor: 16,
} as const

export const adminRoles: ReadonlySet<number> = new Set([
  role.generalManager,
  role.boss,
  role.salesManager,
  role.marketing,
])
export const isAdminRole = (of: number): boolean => adminRoles.has(of)

/** The group's roles that see all of each store they can switch to. */
export const storeReaders: ReadonlySet<number> = new Set([role.groupAdmin, role.investor])

/** Roles that sign in at a closed store, to read and export. */
export const closedStoreRoles: readonly number[] = [
  role.generalManager,
  role.boss,
  role.groupAdmin,
  role.investor,
]

/** Whether the role sees all records of its store. */
export const seesStoreAs = (of: number): boolean => isAdminRole(of) || storeReaders.has(of)

/** Roles that may switch stores. */
export const switchingRoles: readonly number[] = [2, 3, 9, 11]
/** Roles that own customers. */
export const owningRoles: readonly number[] = [
  role.generalManager,
  role.salesManager,
  role.consultant,
  role.dcc,
]
/** Roles that cannot sign in on the PC site when the dealer setting `forbitSalesLoginPc` is on. */
export const salesRoles: readonly number[] = [role.consultant, role.dcc]

export interface FlagFacts {
  readonly role: number
  readonly modules: readonly string[]
  readonly hasSubordinates: boolean
  /** 1: BDC qualifies leads, a supervisor assigns them. 2: BDC qualifies and assigns. 3: both are automatic. */
  readonly onlinePolicy: number
  readonly cityPoolEnable: boolean
  /** The store has daily reports. */
  readonly hasDaily: boolean
  /** The store's group, or 0. */
  readonly groupId: number
  /** Set for front desk and network sales members who receive visitors. For these roles the module alone does not grant the right. */
  readonly handleFront: boolean
  readonly isClosed: boolean
}

/** Whether 集团DCC cleans the store's leads: all stores of a group, unless leads are assigned automatically. */
export const groupCleans = ({
  groupId,
  onlinePolicy,
}: Pick<FlagFacts, 'groupId' | 'onlinePolicy'>): boolean => groupId !== 0 && onlinePolicy !== 3

/** Network sales and front desk roles work at the front desk only when `handleFront` is set. */
const onlyWhenGiven: ReadonlySet<number> = new Set([role.dcc, role.frontDesk])

/** Derives a member's rights from role, modules and dealer settings. */
export function deriveFlags(facts: FlagFacts): Flags {
  const isAdmin = isAdminRole(facts.role)
  const isInvestor = facts.role === role.investor
  const seesStore = seesStoreAs(facts.role)
  const has = (name: string): boolean => isAdmin || (!isInvestor && facts.modules.includes(name))
  return {
    allowFailVerify: has('战败审核'),
    allowOrderVerify: has('订单审核'),
    allowAssign: isAdmin || (!isInvestor && facts.hasSubordinates),
    allowOrderAlloc: has('库存'),
    canResign: has('客户离职'),
    dccEnable: facts.onlinePolicy === 1 || facts.onlinePolicy === 2,
    isAutoClear: facts.onlinePolicy === 3,
    allowOnlineAssign:
      (facts.onlinePolicy === 1 && isAdmin) ||
      (facts.onlinePolicy === 2 && facts.role === role.dcc) ||
      (facts.role === role.groupDcc && groupCleans(facts) && has('线索分配')),
    cityPoolEnable: facts.cityPoolEnable,
    canDailyReport: facts.hasDaily,
    readsDaily: facts.hasDaily && (seesStore || facts.hasSubordinates),
    allowFront: has('前台流量') && (facts.handleFront || !onlyWhenGiven.has(facts.role)),
    seesStore,
    onlyReads: isInvestor || facts.isClosed,
    isClosed: facts.isClosed,
  }
}
