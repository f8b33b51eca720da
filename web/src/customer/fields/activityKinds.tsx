import {
  AuditOutlined,
  CarOutlined,
  CustomerServiceOutlined,
  EditOutlined,
  FileDoneOutlined,
  FilterOutlined,
  ImportOutlined,
  InfoCircleOutlined,
  KeyOutlined,
  MergeOutlined,
  MessageOutlined,
  PauseCircleOutlined,
  PhoneOutlined,
  PlayCircleOutlined,
  RedoOutlined,
  ShopOutlined,
  StopOutlined,
  SwapOutlined,
  TagsOutlined,
  UndoOutlined,
  UserAddOutlined,
  UserSwitchOutlined,
  VideoCameraOutlined,
  WechatWorkOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import './activityKinds.css'

/** Groups of the timeline's filter. */
export type TimelineGroup = 'follow' | 'visit' | 'order' | 'system'
export const timelineGroups: readonly { readonly key: TimelineGroup; readonly label: string }[] = [
  { key: 'follow', label: '跟进' },
  { key: 'visit', label: '到店试驾' },
  { key: 'order', label: '订单' },
  { key: 'system', label: '系统' },
]

interface Kind {
  readonly icon: ComponentType
  readonly group: TimelineGroup
  /** Colour of the icon; grey when absent. */
  readonly tone?: 'primary' | 'good' | 'bad'
}

/** Icon, group and colour by timeline row type (`timelineType` of the contract). */
const kinds: Readonly<Record<number, Kind>> = {
  1: { icon: PhoneOutlined, group: 'follow', tone: 'primary' },
  2: { icon: ShopOutlined, group: 'visit', tone: 'primary' },
  3: { icon: CarOutlined, group: 'visit', tone: 'primary' },
  4: { icon: FileDoneOutlined, group: 'order', tone: 'good' },
  5: { icon: KeyOutlined, group: 'order', tone: 'good' },
  6: { icon: StopOutlined, group: 'follow', tone: 'bad' },
  7: { icon: UserAddOutlined, group: 'system' },
  8: { icon: CustomerServiceOutlined, group: 'follow', tone: 'primary' },
  10: { icon: RedoOutlined, group: 'system' },
  14: { icon: WechatWorkOutlined, group: 'follow', tone: 'primary' },
  15: { icon: VideoCameraOutlined, group: 'follow', tone: 'primary' },
  21: { icon: UserSwitchOutlined, group: 'system' },
  22: { icon: FilterOutlined, group: 'system' },
  23: { icon: AuditOutlined, group: 'system', tone: 'bad' },
  30: { icon: SwapOutlined, group: 'system' },
  31: { icon: MessageOutlined, group: 'follow', tone: 'primary' },
  32: { icon: PauseCircleOutlined, group: 'system' },
  33: { icon: PlayCircleOutlined, group: 'system' },
  34: { icon: EditOutlined, group: 'system' },
  35: { icon: TagsOutlined, group: 'system' },
  36: { icon: MergeOutlined, group: 'system' },
  37: { icon: UndoOutlined, group: 'system' },
  39: { icon: ImportOutlined, group: 'follow', tone: 'primary' },
}
const other: Kind = { icon: InfoCircleOutlined, group: 'system' }
const kindOf = (type: number): Kind => kinds[type] ?? other

export const groupOf = (type: number): TimelineGroup => kindOf(type).group

/** The type's icon; the text beside it says the same, so it is hidden from screen readers. */
export function ActivityIcon({ type }: { type: number }) {
  const { icon: Icon, tone = 'plain' } = kindOf(type)
  return (
    <span className={`sr-c-activity sr-c-activity-${tone}`} aria-hidden>
      <Icon />
    </span>
  )
}
