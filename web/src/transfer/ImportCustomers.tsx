import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'

const importDialog = () => import('./ImportDialog')
const ImportDialog = lazy(() => importDialog().then((module) => ({ default: module.ImportDialog })))
/** A failure shows when it is really opened. */
const preload = (): void => void importDialog().catch(() => undefined)

/** 导入: the dialog is a chunk of its own. `narrow`: only the icon. */
export function ImportCustomers({ narrow }: { narrow: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<UploadOutlined aria-hidden />}
        aria-label="导入"
        title={narrow ? '导入' : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        {!narrow && '导入'}
      </Button>
      {open && (
        <Suspense>
          <ImportDialog onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
