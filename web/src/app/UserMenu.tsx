import { CheckOutlined, DownOutlined } from '@ant-design/icons'
import { switchingRoles } from '@showroom/contract/access/access.rules'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Dropdown, type MenuProps } from 'antd'
import { type ComponentType, useRef, useState } from 'react'
import { type Appearance, chooseAppearance, useAppearance } from '../frame/appearance'
import { useMayEnter } from '../frame/areas'
import { signOut } from '../frame/session'
import { lazyDialog } from '../ui/lazyDialog'

interface DialogProps {
  session: SessionInfo
  onClosed: () => void
}

const dialogs: Readonly<Record<'profile' | 'password' | 'store', ComponentType<DialogProps>>> = {
  profile: lazyDialog(() => import('../access/ProfileDialog').then((module) => module.ProfileDialog)),
  password: lazyDialog(() =>
    import('../access/ChangePasswordDialog').then((module) => module.ChangePasswordDialog),
  ),
  store: lazyDialog(() => import('../access/SwitchStoreDialog').then((module) => module.SwitchStoreDialog)),
}
type DialogName = keyof typeof dialogs

const looks: readonly { key: Appearance; label: string }[] = [
  { key: 'light', label: '浅色' },
  { key: 'dark', label: '深色' },
  { key: 'system', label: '跟随系统' },
]

/** The member's menu: attendance sign-in, profile, password, store, appearance, and signing out. */
export function UserMenu({ session }: { session: SessionInfo }) {
  const { name, allRoles } = session.profile
  const [dialog, setDialog] = useState<DialogName>()
  const button = useRef<HTMLButtonElement>(null)
  const appearance = useAppearance()
  const navigate = useNavigate()
  const maySign = useMayEnter('/sign')
  const mayRead = useMayEnter('/report/morning')
  const leave = useSignOut()
  const items: MenuProps['items'] = [
    ...(maySign ? [{ key: 'sign', label: '签到', onClick: () => void navigate({ to: '/sign' }) }] : []),
    ...(mayRead
      ? [{ key: 'morning', label: '晨报', onClick: () => void navigate({ to: '/report/morning' }) }]
      : []),
    { key: 'profile', label: '个人信息', onClick: () => setDialog('profile') },
    { key: 'password', label: '修改密码', onClick: () => setDialog('password') },
    ...(switchingRoles.includes(session.role)
      ? [{ key: 'store', label: '切换门店', onClick: () => setDialog('store') }]
      : []),
    { type: 'divider' },
    {
      key: 'look',
      type: 'group',
      label: '外观',
      children: looks.map(({ key, label }) => ({
        key,
        label,
        extra: key === appearance ? <CheckOutlined aria-label="当前" /> : null,
        onClick: () => chooseAppearance(key),
      })),
    },
    { type: 'divider' },
    { key: 'leave', label: '退出登录', onClick: leave },
  ]
  const Dialog = dialog && dialogs[dialog]
  // The menu item that opened the dialog is gone, so the focus returns to the menu's button.
  const closed = (): void => {
    setDialog(undefined)
    button.current?.focus()
  }
  return (
    <>
      <Dropdown
        menu={{ items, className: 'sr-user-menu' }}
        trigger={['click']}
        placement="bottomRight"
        autoFocus
      >
        <button ref={button} type="button" className="sr-user" aria-haspopup="menu">
          <span className="sr-user-picture" aria-hidden>
            {name.slice(0, 1)}
          </span>
          <span className="sr-user-text">
            <span className="sr-user-name">{name}</span>
            <span className="sr-user-role">{allRoles}</span>
          </span>
          <span className="sr-visually-hidden">用户菜单</span>
          <DownOutlined className="sr-user-more" aria-hidden />
        </button>
      </Dropdown>
      {Dialog && <Dialog session={session} onClosed={closed} />}
    </>
  )
}

function useSignOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return () => void signOut(client, () => navigate({ to: '/login' }))
}
