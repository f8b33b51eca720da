import { Switch } from 'antd'
import { useSound } from './sound'

/** Switches the sound of arrivals for this browser. */
export function SoundSwitch() {
  const [isOn, change] = useSound()
  return (
    <div>
      <dt>到店提示音</dt>
      <dd className="sr-fact-act">
        <Switch size="small" aria-label="到店提示音" checked={isOn} onChange={change} />
        <span className="sr-quiet">我的客户到店时响一声，只对此浏览器</span>
      </dd>
    </div>
  )
}
