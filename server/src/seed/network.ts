import { modulesOfRole } from './dictionaries.ts'
import { birthday, femaleGender, maleGender, personName, residentId } from './people.ts'
import type { Random } from './random.ts'
import { cityOf } from './regions.ts'
import type { City } from './regions.ts'

/** The demo network: two groups, six dealers in three cities, about sixty members. */

/** Password of every demo account. */
export const demoPassword = 'Showroom#2026'

export interface DemoDealer {
  readonly id: number
  readonly group_id: number
  readonly code: string
  readonly name: string
  readonly city: City
  readonly district: string
  readonly address: string
  readonly topic: string
  readonly policy: 1 | 2 | 3
  readonly cityPool: boolean
  /** Number of customers, besides those of the order scenes, which all stores share. */
  readonly customers: number
  /** Sales success relative to the other stores. */
  readonly strength: number
  readonly sources: readonly { readonly id: number; readonly name: string; readonly deleted?: true }[]
}

export const demoGroups = [
  { id: 1, name: '浙越汽车集团' },
  { id: 2, name: '江临汽车集团' },
] as const

const [hangzhou, ningbo, nanjing] = [cityOf('330100'), cityOf('330200'), cityOf('320100')]

export const demoDealers: readonly DemoDealer[] = [
  {
    id: 1,
    group_id: 1,
    code: 'HZ001',
    name: '杭州城西澜岳店',
    city: hangzhou,
    district: '西湖区',
    address: '古墩路588号',
    policy: 1,
    cityPool: true,
    customers: 1250,
    strength: 1.15,
    topic: '本周六云岫PLUS品鉴会，请各位客户经理于周四前完成邀约名单确认。',
    sources: [
      { id: 1, name: '老客户茶话会' },
      { id: 2, name: '商场快闪' },
      { id: 3, name: '车友会推荐' },
      { id: 4, name: '小区巡展', deleted: true },
    ],
  },
  {
    id: 2,
    group_id: 1,
    code: 'HZ002',
    name: '杭州萧山澜岳店',
    city: hangzhou,
    district: '萧山区',
    address: '市心北路96号',
    policy: 2,
    cityPool: false,
    customers: 900,
    strength: 0.95,
    topic: '月底冲量：试驾转化低于25%的同事请与销售经理复盘。',
    sources: [
      { id: 5, name: '产业园巡展' },
      { id: 6, name: '车友会推荐' },
    ],
  },
  {
    id: 3,
    group_id: 1,
    code: 'NB001',
    name: '宁波鄞州澜岳店',
    city: ningbo,
    district: '鄞州区',
    address: '鄞县大道东段1299号',
    policy: 1,
    cityPool: false,
    customers: 800,
    strength: 0.8,
    topic: '三包与保险政策更新，请到文件共享下载最新版话术。',
    sources: [
      { id: 7, name: '商会活动' },
      { id: 8, name: '驾校合作' },
    ],
  },
  {
    id: 4,
    group_id: 2,
    code: 'HZ003',
    name: '杭州滨江栖曜中心',
    city: hangzhou,
    district: '滨江区',
    address: '江南大道3688号',
    policy: 3,
    cityPool: true,
    customers: 800,
    strength: 1.45,
    topic: '曜辰到店试驾车已更新，试驾请提前在系统预约。',
    sources: [
      { id: 9, name: '写字楼试驾' },
      { id: 10, name: '充电站合作' },
    ],
  },
  {
    id: 5,
    group_id: 2,
    code: 'NJ001',
    name: '南京江宁栖曜中心',
    city: nanjing,
    district: '江宁区',
    address: '双龙大道1680号',
    policy: 2,
    cityPool: false,
    customers: 700,
    strength: 1,
    topic: '欢迎新同事，新人带教名单见文件共享。',
    sources: [
      { id: 11, name: '高校教职工团购' },
      { id: 12, name: '充电站合作' },
    ],
  },
  {
    id: 6,
    group_id: 0,
    code: 'NJ002',
    name: '南京河西澜岳店',
    city: nanjing,
    district: '建邺区',
    address: '江东中路215号',
    policy: 3,
    cityPool: true,
    customers: 490,
    strength: 0.5,
    topic: '雨天路滑，试驾请全程陪同并确认安全带。',
    sources: [
      { id: 13, name: '社区团购' },
      { id: 14, name: '保险公司推荐' },
    ],
  },
]

export interface DemoAccount {
  readonly id: number
  readonly mobile: string
  readonly name: string
  readonly identify_no: string
}
export interface DemoMember {
  readonly dealer_id: number
  readonly id: number
  readonly account_id: number
  readonly name: string
  readonly role: number
  readonly manager_id: number | null
  readonly handle_front: boolean
  readonly modules: readonly string[]
  readonly status: 0 | -1
  readonly activated: boolean
  /** Days before now on which the member left. */
  readonly leftDaysAgo: number
}
export interface DemoNetwork {
  readonly accounts: readonly DemoAccount[]
  readonly members: readonly DemoMember[]
}

type Seat = readonly [role: number, count: number]
/** Members below the general manager, by store. 客户经理 are divided among the 销售经理. */
const seats: Readonly<Record<number, readonly Seat[]>> = {
  1: [
    [3, 2],
    [6, 1],
    [7, 1],
    [8, 1],
    [10, 1],
    [5, 2],
    [4, 6],
  ],
  2: [
    [3, 1],
    [7, 1],
    [8, 1],
    [5, 1],
    [4, 5],
  ],
  3: [
    [3, 1],
    [6, 1],
    [7, 1],
    [5, 1],
    [4, 4],
  ],
  4: [
    [3, 1],
    [7, 1],
    [8, 1],
    [5, 1],
    [4, 4],
  ],
  5: [
    [3, 1],
    [7, 1],
    [10, 1],
    [5, 1],
    [4, 3],
  ],
  6: [
    [3, 1],
    [7, 1],
    [5, 1],
    [4, 3],
  ],
}
/** Persons with a seat at several stores. */
const shared: readonly { role: number; dealers: readonly number[] }[] = [
  { role: 2, dealers: [1, 2, 3] },
  { role: 2, dealers: [4, 5] },
  { role: 9, dealers: [1, 2, 3] },
  { role: 11, dealers: [4, 5] },
  { role: 15, dealers: [1, 2, 3] },
  { role: 16, dealers: [1, 2, 3] },
]

/** Fixed mobiles for the sign-in page: the n-th holder of the role at the store. */
const easyMobiles: readonly { role: number; dealer: number; nth: number; mobile: string; name?: string }[] = [
  { role: 1, dealer: 1, nth: 0, mobile: '13800000001', name: '周启明' },
  { role: 2, dealer: 1, nth: 0, mobile: '13800000002', name: '沈若兰' },
  { role: 3, dealer: 1, nth: 0, mobile: '13800000003', name: '陆建峰' },
  { role: 4, dealer: 1, nth: 0, mobile: '13800000004', name: '林晓雯' },
  { role: 4, dealer: 1, nth: 1, mobile: '13800000005', name: '陈立航' },
  { role: 5, dealer: 1, nth: 0, mobile: '13800000006', name: '许佳怡' },
  { role: 7, dealer: 1, nth: 0, mobile: '13800000007', name: '吴婷' },
  { role: 16, dealer: 1, nth: 0, mobile: '13800000008', name: '顾长青' },
  // Without a name: it is drawn as before, so that those drawn after it stay.
  { role: 8, dealer: 1, nth: 0, mobile: '13800000009' },
  { role: 10, dealer: 1, nth: 0, mobile: '13800000010' },
]

/** Accounts and members with the tree of superiors: 总经理 → 销售经理 → 客户经理. The ids are fixed. */
export function makeNetwork(random: Random): DemoNetwork {
  const accounts: DemoAccount[] = []
  const members: DemoMember[] = []
  const held = new Map<string, number>()

  const open = (dealer: number, role: number): DemoAccount => {
    const key = `${dealer}:${role}`
    const nth = held.get(key) ?? 0
    held.set(key, nth + 1)
    const easy = easyMobiles.find((one) => one.dealer === dealer && one.role === role && one.nth === nth)
    const gender = random.chance(0.4) ? femaleGender : maleGender
    const id = accounts.length + 1
    const name = easy?.name ?? personName(random, gender)
    const account = {
      id,
      mobile: easy?.mobile ?? `1360000${String(1000 + id)}`,
      name,
      identify_no: residentId(random, '330106', birthday(random, 2022), gender),
    }
    accounts.push(account)
    return account
  }
  const seat = (
    dealer: number,
    account: DemoAccount,
    role: number,
    manager: number | null,
    rest: Partial<DemoMember> = {},
  ) => {
    const member: DemoMember = {
      dealer_id: dealer,
      id: members.length + 1,
      account_id: account.id,
      name: account.name,
      role,
      manager_id: manager,
      handle_front: role === 7,
      modules: modulesOfRole(role),
      status: 0,
      activated: true,
      leftDaysAgo: 0,
      ...rest,
    }
    members.push(member)
    return member.id
  }

  const heads = new Map<number, number>()
  for (const { id } of demoDealers) heads.set(id, seat(id, open(id, 1), 1, null))
  for (const { role, dealers } of shared) {
    const account = open(dealers[0] as number, role)
    for (const dealer of dealers) seat(dealer, account, role, null)
  }
  for (const { id } of demoDealers) {
    const head = heads.get(id) as number
    const sales: number[] = []
    for (const [role, count] of seats[id] ?? [])
      for (let nth = 0; nth < count; nth++) {
        const manager = role === 4 ? (sales[nth % sales.length] as number) : head
        const member = seat(
          id,
          open(id, role),
          role,
          manager,
          // The first network sales member of each store also works at the front desk.
          role === 5 && nth === 0
            ? { handle_front: true, modules: [...modulesOfRole(role), '前台流量'] }
            : {},
        )
        if (role === 3) sales.push(member)
      }
    // A former member (whom history names), a frozen one, and one who never signed in.
    const manager = sales[0] as number
    if (id === 1 || id === 2) seat(id, open(id, 4), 4, manager, { leftDaysAgo: 40 + id })
    if (id === 1) seat(id, open(id, 4), 4, manager, { status: -1 })
    if (id === 3) seat(id, open(id, 4), 4, manager, { activated: false })
  }
  return { accounts, members }
}

export const easyAccounts = easyMobiles
