import { MemberUpdate } from '@showroom/contract/team/member.schema'
import { memberUpdate } from '@showroom/contract/team/manage.api'
import type { Member } from '@showroom/contract/team/team.schema'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useSavedForm } from '../../ui/form/useSavedForm'
import { invalidateTeam } from '../manage.queries'
import { valuesOf } from './member.form'

/** Freezes a member's account, or unfreezes it. */
export function FreezeDialog({ member, onClosed }: { member: Member; onClosed: () => void }) {
  const [{ userName, memberId, status, rowVersion, original }] = useState(() => ({
    ...member,
    original: valuesOf(member),
  }))
  const freezes = status === 0
  const form = useSavedForm({
    schema: MemberUpdate,
    initial: {},
    toRequest: () => ({ ...original, memberId, rowVersion, original, status: freezes ? -1 : 0 }),
    send: (request, options) => callApi(memberUpdate, request, options),
    done: freezes ? `${userName} 已冻结` : `${userName} 已恢复正常`,
    refetch: invalidateTeam,
  })
  return (
    <ConfirmDialog
      title={freezes ? `冻结 ${userName}？` : `恢复 ${userName}？`}
      form={form}
      onClosed={onClosed}
      okText={freezes ? '冻结' : '恢复'}
      danger={freezes}
    >
      <p>
        {freezes
          ? '冻结后立即退出登录，不能再登录，也不再分到新的客户与线索；名下客户保留。'
          : '恢复后可以重新登录，并可分到新的客户与线索。'}
      </p>
    </ConfirmDialog>
  )
}
