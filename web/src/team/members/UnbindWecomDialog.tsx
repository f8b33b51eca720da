import { memberUnbindWecom } from '@showroom/contract/team/manage.api'
import type { Member } from '@showroom/contract/team/team.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { useMessage } from '../../ui/useMessage'
import { invalidateTeam } from '../manage.queries'

/** Removes a member's WeCom binding, for example after a lost phone or when someone else scans in their place. */
export function UnbindWecomDialog({ member, onClosed }: { member: Member; onClosed: () => void }) {
  const queries = useQueryClient()
  const message = useMessage()
  const [{ userName, memberId }] = useState(member)
  const form = useSchemaForm({
    schema: z.object({}),
    initial: {},
    send: (_request, options) => callApi(memberUnbindWecom, { memberId }, options),
    onDone: () => {
      message.success(`已解除 ${userName} 的企业微信绑定`)
      void invalidateTeam(queries)
    },
  })
  return (
    <ConfirmDialog
      title={`解除 ${userName} 的企业微信绑定？`}
      form={form}
      onClosed={onClosed}
      okText="解除绑定"
      danger
    >
      <p>解除后不能再扫码登录，也不再收到企业微信消息；本人可重新扫码，用手机号和验证码再次绑定。</p>
    </ConfirmDialog>
  )
}
