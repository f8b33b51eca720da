import { Modal } from 'antd'
import { useState } from 'react'
import { shortcutsHere } from '../ui/useShortcut'
import { useHelp } from './help'
import '../ui/form/form.css'
import './keys.css'
import { safeAddress } from '../ui/address'

/** Keys that work on every page. */
const everywhere: readonly (readonly [keys: string, name: string])[] = [
  ['Ctrl K', '查找客户、线索、页面与操作'],
  ['Ctrl Enter', '保存表单'],
  ['Esc', '关闭弹窗'],
  ['Delete', '清空所在的下拉选项'],
  ['?', '快捷键'],
]

/** The keys of the page on screen, and those of every page. */
export function KeysDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [here] = useState(shortcutsHere)
  return (
    <Modal
      open={open}
      title="快捷键"
      width={440}
      centered
      wrapClassName="sr-dialog"
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      {here.length > 0 && <Keys title="本页" rows={here.map(({ key, name }) => [key.toUpperCase(), name])} />}
      <Keys title="所有页面" rows={everywhere} />
      <a className="sr-keys-help" href={safeAddress(useHelp())} target="_blank" rel="noopener">
        本页帮助
      </a>
    </Modal>
  )
}

const Keys = ({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) => (
  <section className="sr-keys" aria-label={title}>
    <h2>{title}</h2>
    <dl>
      {rows.map(([keys, name]) => (
        <div key={keys}>
          <dt>{name}</dt>
          <dd>
            <kbd className="sr-kbd">{keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
