import { displayOf } from './dictionaries.ts'
import type { DemoNetwork } from './network.ts'
import { maleGender, residentId } from './people.ts'
import { Random } from './random.ts'

/** Personnel data of the demo: all members of the network, and a few people who can be added as members. */

export interface PersonnelRow {
  readonly siebel_id: string
  readonly position: string
  readonly name: string
  readonly mobile: string
  readonly identify_no: string
}

/** Account of a demo person in the personnel system. */
export const siebelIdOf = (accountId: number): string => `SB${String(1000 + accountId)}`
export const positionOf = (role: number): string => displayOf('dealerMemberRoles', role)

const newcomers: readonly (readonly [name: string, positions: readonly string[]])[] = [
  ['何雨桐', ['客户经理']],
  ['韩子墨', ['客户经理', '试驾专员']],
  ['方晓岚', ['网销专员']],
  ['尹浩然', ['销售经理']],
  ['邹佳宁', ['前台']],
  ['欧阳若曦', ['客户经理']],
]

/** The n-th newcomer has the mobile 1390000010n. */
function newcomerRows(): PersonnelRow[] {
  const random = new Random(20_261_122)
  return newcomers.flatMap(([name, positions], index) => {
    const identify_no = residentId(random, '330106', `199${index}-05-1${index}`, maleGender)
    return positions.map((position, nth) => ({
      siebel_id: `SB9${index + 1}0${nth + 1}`,
      position,
      name,
      mobile: `1390000010${index + 1}`,
      identify_no,
    }))
  })
}

/** Rows of the table `personnel`. */
export function makePersonnel({ accounts, members }: DemoNetwork): PersonnelRow[] {
  const roles = new Map(members.map((member) => [member.account_id, member.role]))
  const people = accounts.map(({ id, name, mobile, identify_no }) => ({
    siebel_id: siebelIdOf(id),
    position: positionOf(roles.get(id) ?? 4),
    name,
    mobile,
    identify_no,
  }))
  return [...people, ...newcomerRows()]
}
