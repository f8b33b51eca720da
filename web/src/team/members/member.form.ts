import type { MemberValues } from '@showroom/contract/team/member.schema'
import type { Member } from '@showroom/contract/team/team.schema'
import type { ReactNode } from 'react'

/** Values of the member forms. */
export interface MemberForm {
  name?: string
  mobile?: string
  /** Another person works under a new mobile. */
  isNewPerson?: boolean
  role?: number
  siebelId: string
  siebelPosition: string
  modules: string[]
  topUserId?: number
  downUserIds: number[]
}

/** The record and version that a draft of a member form belongs to. */
export const draftedOn = ({ memberId, rowVersion }: Member) => ({ id: memberId, version: String(rowVersion) })

/** A member stored in a draft may have left since. */
export const nameOrGone = ({ label }: { label?: ReactNode }): ReactNode => label ?? '已不在职，请重新选择'

const listOf = (text: string): string[] => text.split(',').filter(Boolean)

/** A member's values in the form that edits are compared with, as the server does. */
export function valuesOf(member: Member): MemberValues {
  const at = member.siebelId.indexOf('/')
  return {
    name: member.userName,
    mobile: member.mobile,
    role: member.role,
    siebelId: at < 0 ? member.siebelId : member.siebelId.slice(0, at),
    siebelPosition: at < 0 ? '' : member.siebelId.slice(at + 1),
    modules: member.modules,
    topUserId: member.manager,
    downUserIds: member.members.join(','),
    status: member.status,
  }
}

export const formOf = (values: MemberValues): MemberForm => ({
  name: values.name,
  mobile: values.mobile,
  role: values.role,
  siebelId: values.siebelId,
  siebelPosition: values.siebelPosition,
  modules: listOf(values.modules),
  ...(values.topUserId && { topUserId: values.topUserId }),
  downUserIds: listOf(values.downUserIds).map(Number),
})

/** The part of the form that requests send. */
export const seatOf = (form: Partial<MemberForm>) => ({
  role: form.role,
  siebelId: form.siebelId ?? '',
  siebelPosition: form.siebelPosition ?? '',
  modules: (form.modules ?? []).join(','),
  topUserId: form.topUserId ?? 0,
  downUserIds: (form.downUserIds ?? []).join(','),
})
