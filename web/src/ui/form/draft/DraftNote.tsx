import { Button } from 'antd'
import { daysFromToday, formatMinute } from '../../day'
import type { DraftAction, DraftState, FormDraft } from './types'
import './draft.css'

interface DraftNoteProps {
  draft: FormDraft
  state: DraftState
}

/** Shows the state of the draft and the possible actions. */
export default function DraftNote({ draft, state }: DraftNoteProps) {
  const { text, actions } = noteOf(state)
  return (
    <span className={`sr-draft sr-draft-${state.kind}`} role="status">
      <span>{text}</span>
      {actions.map(([what, label]) => (
        <Button key={what} type="link" size="small" onClick={() => draft.act(what)}>
          {label}
        </Button>
      ))}
    </span>
  )
}

interface Said {
  readonly text: string
  readonly actions: readonly (readonly [DraftAction, string])[]
}

function noteOf(state: DraftState): Said {
  if (state.kind === 'kept') return { text: '草稿已保存', actions: [] }
  if (state.kind === 'failed') return { text: '草稿暂未保存，稍后自动重试', actions: [] }
  if (state.kind === 'restored')
    return { text: `已恢复 ${timeOf(state.at)} 的草稿`, actions: [['drop', '放弃']] }
  if (state.kind === 'offered')
    return {
      text: `${state.isOld ? '资料已有更新，未填入' : '另有'} ${timeOf(state.at)} 的草稿`,
      actions: [
        ['view', '查看'],
        ['drop', '放弃'],
      ],
    }
  if (state.kind === 'viewed')
    return {
      text: `正在查看 ${timeOf(state.at)} 的草稿`,
      actions: [
        ['take', '采用'],
        ['back', '返回'],
      ],
    }
  if (state.nextAt === 0) return { text: '已放弃草稿', actions: [['undo', '撤销']] }
  return {
    text: `已放弃，另有 ${timeOf(state.nextAt)} 的草稿`,
    actions: [
      ['undo', '撤销'],
      ['view', '查看'],
    ],
  }
}

/** `14:32` for today, otherwise `11-20 14:32`. */
const timeOf = (at: number): string => formatMinute(at).slice(daysFromToday(at) === 0 ? -5 : 5)
