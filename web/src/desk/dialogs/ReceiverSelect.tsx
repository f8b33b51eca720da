import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { clearable } from '../../ui/form/clearable'
import { boardQuery } from '../desk.queries'
import { stateOf } from '../desk.labels'
import { byLabel } from '../../ui/found'

interface ReceiverSelectProps {
  id?: string
  value?: number
  onChange?: (memberId: number | undefined) => void
}

/** Selects the owner and receiver of a customer, in the order of turns, with each member's state. */
export function ReceiverSelect({ value, onChange, ...rest }: ReceiverSelectProps) {
  const { data, isPending } = useQuery(boardQuery())
  return (
    <Select<number, ReceiverChoice>
      placeholder="请选择客户经理"
      {...rest}
      className="sr-fill"
      allowClear={clearable}
      loading={isPending}
      showSearch={byLabel}
      value={(!isPending && value) || null}
      options={(data?.members ?? []).map((member) => ({
        value: member.memberId,
        label: member.userName,
        state: stateOf(member),
        isNext: member.memberId === data?.walkInId,
        waiting: data?.data.find(({ suggestedId }) => suggestedId === member.memberId)?.name ?? '',
      }))}
      optionRender={({ data: option }) => receiverOption(option)}
      onChange={(memberId) => onChange?.(memberId)}
    />
  )
}

interface ReceiverChoice {
  value: number
  label: string
  state: ReturnType<typeof stateOf>
  isNext: boolean
  /** Waiting customer whom the member should receive; empty for none. */
  waiting: string
}

const receiverOption = ({ label, state, isNext, waiting }: ReceiverChoice) => (
  <span className="sr-receiver-option">
    <span className="sr-receiver-name">{label}</span>
    {isNext && <span className="sr-turn-next">轮到</span>}
    {waiting && <span className="sr-quiet sr-cut">待接待 {waiting}</span>}
    <span className={`sr-turn-state sr-turn-${state.tone}`}>{state.text}</span>
  </span>
)
