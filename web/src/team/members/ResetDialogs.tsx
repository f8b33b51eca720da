import { memberResetAuthenticator, memberUnbindWecom } from '@showroom/contract/team/manage.api'
import type { Member } from '@showroom/contract/team/team.schema'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useSavedForm } from '../../ui/form/useSavedForm'
import { invalidateTeam } from '../manage.queries'

interface MemberDialogProps {
  member: Member
  onClosed: () => void
}

interface ResetDialogProps extends MemberDialogProps {
  call: typeof memberResetAuthenticator | typeof memberUnbindWecom
  /** `act` asks, `done` is the message afterwards; both with the member's name. */
  texts: (name: string) => { act: string; done: string }
  okText: string
  children: ReactNode
}

function ResetDialog({ member, onClosed, call, texts, okText, children }: ResetDialogProps) {
  const [{ userName, memberId }] = useState(member)
  const { act, done } = texts(userName)
  const form = useSavedForm({
    schema: z.object({}),
    initial: {},
    send: (_request, options) => callApi(call, { memberId }, options),
    done,
    refetch: invalidateTeam,
  })
  return (
    <ConfirmDialog title={act} form={form} onClosed={onClosed} okText={okText} danger>
      <p>{children}</p>
    </ConfirmDialog>
  )
}

/** Removes a member's authenticator, for example after a lost phone. */
export const ResetAuthenticatorDialog = (props: MemberDialogProps) => (
  <ResetDialog
    {...props}
    call={memberResetAuthenticator}
    texts={(name) => ({ act: `重置 ${name} 的验证器？`, done: `已重置 ${name} 的验证器` })}
    okText="重置验证器"
  >
    原验证器与恢复码立即失效，该成员在所有设备上退出登录，直到用平台管理员发出的邀请链接重新绑定。手机丢失而恢复码还在时，本人可用恢复码自行更换，不必重置。
  </ResetDialog>
)

/** Removes a member's WeCom binding, for example after a lost phone or when someone else scans in their place. */
export const UnbindWecomDialog = (props: MemberDialogProps) => (
  <ResetDialog
    {...props}
    call={memberUnbindWecom}
    texts={(name) => ({ act: `解除 ${name} 的企业微信绑定？`, done: `已解除 ${name} 的企业微信绑定` })}
    okText="解除绑定"
  >
    解除后不能再扫码登录，也不再收到企业微信消息；本人可重新扫码，用手机号和验证码再次绑定。
  </ResetDialog>
)
