import { UploadOutlined } from '@ant-design/icons'
import { startImport } from '@showroom/contract/transfer/transfer.api'
import { Button } from 'antd'
import { useState } from 'react'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { lazyDialog } from '../ui/lazyDialog'

const ImportDialog = lazyDialog(() => import('./ImportDialog').then((module) => module.ImportDialog))

/** The 导入 button, hidden without the right to import; its dialog is a separate chunk. `narrow` shows only the icon. */
export function ImportCustomers({ narrow }: { narrow: boolean }) {
  const [open, setOpen] = useState(false)
  if (!may(useSession(), startImport)) return null
  return (
    <>
      <Button
        icon={<UploadOutlined aria-hidden />}
        aria-label="导入"
        title={narrow ? '导入' : undefined}
        onPointerEnter={ImportDialog.preload}
        onFocus={ImportDialog.preload}
        onClick={() => setOpen(true)}
      >
        {!narrow && '导入'}
      </Button>
      {open && <ImportDialog onClosed={() => setOpen(false)} />}
    </>
  )
}
