import { CheckOutlined, DownOutlined } from '@ant-design/icons'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { useQueryClient } from '@tanstack/react-query'
import { type AnyRoute, useNavigate, useRouter } from '@tanstack/react-router'
import type { MenuProps } from 'antd'
import { type ComponentType, useRef, useState } from 'react'
import { appearanceNames, appearances, chooseAppearance, useAppearance } from '../frame/appearance'
import { mayEnterScreen } from '../frame/areas'
import { hasWaiting } from '../frame/hasWaiting'
import { signOut } from '../frame/session'
import { helpHome, useHelp } from './help'
import { ownPages } from './ownPages'
import { maySwitchStore } from '../frame/areas'
import { SwitchStoreDialog } from './StoreName'
import { Dropdown } from '../ui/later/later'
import { lazyDialog } from '../ui/lazyDialog'
import { useNarrow } from '../ui/useNarrow'
import { safeAddress } from '../ui/address'

interface DialogProps {
  session: SessionInfo
  onClosed: () => void
}

const dialogs: Readonly<Record<'profile' | 'password' | 'store', ComponentType<DialogProps>>> = {
  profile: lazyDialog(() => import('../access/account/ProfileDialog').then((module) => module.ProfileDialog)),
  password: lazyDialog(() =>
    import('../access/password/ChangePasswordDialog').then((module) => module.ChangePasswordDialog),
  ),
  store: SwitchStoreDialog,
}
type DialogName = keyof typeof dialogs

/** The member's menu: attendance sign-in, profile, password, store, appearance, and signing out. */
export function UserMenu({ session }: { session: SessionInfo }) {
  const { name, allRoles } = session.profile
  const [dialog, setDialog] = useState<DialogName>()
  const button = useRef<HTMLButtonElement>(null)
  const appearance = useAppearance()
  const navigate = useNavigate()
  const { routesByPath } = useRouter()
  const own = ownPages.filter(({ to }) => {
    const screen = (routesByPath as Record<string, AnyRoute | undefined>)[to]
    return screen !== undefined && mayEnterScreen(screen, session)
  })
  const leave = useSignOut()
  const help = useHelp()
  const isNarrow = useNarrow()
  const items: MenuProps['items'] = [
    ...own.map(({ title, to }) => ({ key: to, label: title, onClick: () => void navigate({ to }) })),
    { key: 'profile', label: '个人信息', onClick: () => setDialog('profile') },
    { key: 'password', label: '修改密码', onClick: () => setDialog('password') },
    ...(maySwitchStore(session)
      ? [{ key: 'store', label: '切换门店', onClick: () => setDialog('store') }]
      : []),
    { type: 'divider' },
    {
      key: 'look',
      type: 'group',
      label: '外观',
      children: appearances.map((key) => ({
        key,
        label: appearanceNames[key],
        extra: key === appearance ? <CheckOutlined aria-label="当前" /> : null,
        onClick: () => chooseAppearance(key),
      })),
    },
    { type: 'divider' },
    ...(isNarrow ? [{ key: 'here', label: '本页帮助', onClick: () => openTab(help) }] : []),
    { key: 'help', label: '帮助', onClick: () => openTab(helpHome) },
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

const openTab = (address: string): void => void window.open(safeAddress(address), '_blank', 'noopener')

function useSignOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return () =>
    void hasWaiting().then((waits) => (waits ? undefined : signOut(client, () => navigate({ to: '/login' }))))
}
