import { Button, Modal, Radio } from 'antd'
import { useRef, useState } from 'react'
import './conflict.css'

export interface Compared {
  readonly key: string
  readonly label: string
  readonly mine: string
  readonly current: string
  readonly original: string
}

export type Side = 'mine' | 'current'

interface ConflictDialogProps {
  /** A sentence about the author of the other change; empty if unknown. */
  who: string
  /** Fields changed by both, which the user has to choose between. */
  conflicts: readonly Compared[]
  /** Fields changed by the other person only; their values are kept. */
  theirs: readonly Compared[]
  onMerged: (picks: Readonly<Record<string, Side>>) => void
  onClosed: () => void
}

/** 我的 / 当前 / 原值: lets the user resolve fields that two people have changed, one by one, without losing either value. */
export function ConflictDialog({ who, conflicts, theirs, onMerged, onClosed }: ConflictDialogProps) {
  const [picks, setPicks] = useState<Readonly<Record<string, Side>>>({})
  const [isQuestion, setAsked] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const left = conflicts.filter(({ key }) => !picks[key])
  const pickAll = (side: Side): void => setPicks(Object.fromEntries(conflicts.map(({ key }) => [key, side])))
  const save = (): void => {
    if (left.length === 0) return onMerged(picks)
    setAsked(true)
    rows.current?.querySelector<HTMLElement>(`[data-row="${left[0]?.key ?? ''}"] input`)?.focus()
  }
  return (
    <Modal
      open
      title="资料已被他人修改"
      width={880}
      centered
      mask={{ closable: false }}
      onCancel={onClosed}
      wrapClassName="sr-dialog"
      footer={
        <div className="sr-dialog-footer">
          <span className="sr-dialog-note" role="status">
            {left.length > 0 ? `还有 ${left.length} 项未选择` : '已全部选择'}
          </span>
          <Button onClick={onClosed}>返回修改</Button>
          <Button type="primary" onClick={save}>
            按选择保存
          </Button>
        </div>
      }
    >
      <p className="sr-conflict-intro">
        {who}您填写的内容都还在。以下 {conflicts.length} 项你们都改过，请逐项选择要保存的内容。
      </p>
      <div className="sr-conflict-tools">
        <Button size="small" onClick={() => pickAll('mine')}>
          全部用我的
        </Button>
        <Button size="small" onClick={() => pickAll('current')}>
          全部用当前
        </Button>
      </div>
      <div className="sr-conflict" ref={rows}>
        <div className="sr-conflict-row sr-conflict-head" aria-hidden>
          <span>项目</span>
          <span>我的</span>
          <span>当前</span>
          <span>原值</span>
        </div>
        {conflicts.map((row) => (
          <ConflictRow
            key={row.key}
            row={row}
            first={row === conflicts[0]}
            pick={picks[row.key]}
            missing={isQuestion && !picks[row.key]}
            onPick={(side) => setPicks({ ...picks, [row.key]: side })}
          />
        ))}
      </div>
      <Theirs rows={theirs} />
    </Modal>
  )
}

interface ConflictRowProps {
  row: Compared
  /** Whether this row gets the focus when the dialog opens. */
  first: boolean
  pick: Side | undefined
  missing: boolean
  onPick: (side: Side) => void
}

function ConflictRow({ row, first, pick, missing, onPick }: ConflictRowProps) {
  const choice = (side: Side, name: string) => (
    <Radio value={side} className="sr-conflict-choice" autoFocus={first && side === 'mine'}>
      <span className="sr-conflict-side">{name}</span>
      <Value text={row[side]} />
    </Radio>
  )
  return (
    <div className="sr-conflict-row" data-row={row.key} data-missing={missing}>
      <span className="sr-conflict-label">
        {row.label}
        {missing && <span className="sr-conflict-missing">请选择</span>}
      </span>
      <Radio.Group
        className="sr-conflict-choices"
        aria-label={row.label}
        value={pick ?? null}
        onChange={(event) => onPick(event.target.value as Side)}
      >
        {choice('mine', '我的')}
        {choice('current', '当前')}
      </Radio.Group>
      <span className="sr-conflict-original">
        <span className="sr-conflict-side">原值</span>
        <Value text={row.original} />
      </span>
    </div>
  )
}

const Value = ({ text }: { text: string }) =>
  text ? <span className="sr-conflict-value">{text}</span> : <span className="sr-conflict-none">未填写</span>

/** Lists the fields that only the other person has changed; the form takes over their values. */
function Theirs({ rows }: { rows: readonly Compared[] }) {
  if (rows.length === 0) return null
  return (
    <section className="sr-conflict-theirs" aria-label="对方改动的其他内容">
      <p>对方还改了以下内容，您没有改动，将一并保留：</p>
      <ul>
        {rows.map(({ key, label, original, current }) => (
          <li key={key}>
            {label}：{original || '未填写'} → {current || '未填写'}
          </li>
        ))}
      </ul>
    </section>
  )
}
