import { Outlet } from '@tanstack/react-router'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { CustomerPartsContext } from '../customer/public'
import { useIsDark } from '../frame/appearance'
import { Over } from '../ui/over'
import { zeroRuntime } from './antdStyles'
import { customerParts } from './customerParts'
import { Shell } from './Shell'
import { themeOf } from './theme'

dayjs.locale('zh-cn')

/** antd's providers, loaded only after sign-in. */
export function ShellLayout() {
  const dark = useIsDark()
  return (
    <ConfigProvider
      locale={zhCN}
      theme={{ ...themeOf(dark), zeroRuntime }}
      button={{ autoInsertSpace: false }}
    >
      <CustomerPartsContext value={customerParts}>
        <Shell>
          <Outlet />
        </Shell>
        <Over />
      </CustomerPartsContext>
    </ConfigProvider>
  )
}
