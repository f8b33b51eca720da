import { memberResetAuthenticator } from '@showroom/contract/team/manage.api'
import type { Member } from '@showroom/contract/team/team.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { useMessage } from '../../ui/useMessage'
import { invalidateTeam } from '../manage.queries'

/** Removes a member's authenticator, for example after a lost phone. */
export function ResetAuthenticatorDialog({ member, onClosed }: { member: Member; onClosed: () => void }) {
  const queries = useQueryClient()
  const message = useMessage()
  const [{ userName, memberId }] = useState(member)
  const form = useSchemaForm({
    schema: z.object({}),
    initial: {},
    send: (_request, options) => callApi(memberResetAuthenticator, { memberId }, options),
    onDone: () => {
      message.success(`已重置 ${userName} 的验证器`)
      void invalidateTeam(queries)
    },
  })
  return (
    <ConfirmDialog
      title={`重置 ${userName} 的验证器？`}
      form={form}
      onClosed={onClosed}
      okText="重置验证器"
      danger
    >
      <p>
        原验证器与恢复码立即失效，该成员在所有设备上退出登录，直到用平台管理员发出的邀请链接重新绑定。手机丢失而恢复码还在时，本人可用恢复码自行更换，不必重置。
      </p>
    </ConfirmDialog>
  )
}
