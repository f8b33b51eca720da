import { Outlet } from '@tanstack/react-router'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { CustomerPartsContext } from '../customer/public'
import { VisitActionsContext } from '../desk/public'
import { useIsDark } from '../frame/appearance'
import { Over } from '../ui/over'
import { PageSkeleton, ShellSkeleton } from '../ui/Skeletons'
import { useNarrow } from '../ui/useNarrow'
import { customerParts } from './customerParts'
import { Shell } from './Shell'
import { themeOf } from './theme'
import { visitActions } from './visitActions'

dayjs.locale('zh-cn')

/** antd's providers, loaded only after sign-in. */
export const ShellLayout = () => <Layout isBare={false} />

/** The same without header and menu. */
export const BesideLayout = () => <Layout isBare />

/** Renders the header in slices, and the page after it: at once, both would hold a telephone for a second. */
function Layout({ isBare }: { isBare: boolean }) {
  if (useDeferredValue(true, false)) return <Providers isBare={isBare} />
  return isBare ? <PageSkeleton /> : <ShellSkeleton />
}

function Providers({ isBare }: { isBare: boolean }) {
  const dark = useIsDark()
  const narrow = useNarrow()
  const theme = useMemo(() => themeOf(dark, narrow), [dark, narrow])
  const [isPageDue, setPageDue] = useState(false)
  useEffect(() => startTransition(() => setPageDue(true)), [])
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      <CustomerPartsContext value={customerParts}>
        <VisitActionsContext value={visitActions}>
          <Shell isBare={isBare}>{isPageDue ? <Outlet /> : <PageSkeleton />}</Shell>
          <Over />
        </VisitActionsContext>
      </CustomerPartsContext>
    </ConfigProvider>
  )
}
