import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { bothSecretsHours } from '@showroom/contract/webhook/webhook.rules'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { copy } from '../ui/copy'
import './webhook.css'

interface SecretDialogProps {
  secret: string
  isNew: boolean
  onClosed: () => void
}

/** The secret, which is shown only once: closes by its button alone. */
export function SecretDialog({ secret, isNew, onClosed }: SecretDialogProps) {
  const [open, setOpen] = useState(true)
  const [copied, setCopied] = useState<boolean>()
  return (
    <Modal
      open={open}
      title="签名密钥"
      width={560}
      centered
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterClose={onClosed}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          我已保存
        </Button>
      }
    >
      <Alert type="warning" showIcon title="密钥只显示这一次，关闭后不能再查看，请立即保存到接收系统。" />
      <div className="sr-hook-secret">
        <code>{secret}</code>
        <Button
          icon={copied ? <CheckOutlined /> : <CopyOutlined />}
          onClick={() => void copy(secret).then(setCopied)}
        >
          {copied ? '已复制' : '复制'}
        </Button>
      </div>
      <p className="sr-quiet" role="status">
        {copied === false && '复制失败，请手动选择并复制。'}
      </p>
      <p className="sr-quiet">
        接收系统用它核对请求头 webhook-signature（Standard Webhooks 标准，HMAC-SHA256）。
        {!isNew && `原密钥在${bothSecretsHours}小时内仍然有效。`}
      </p>
    </Modal>
  )
}
