import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { boardQuery } from '../desk.queries'
import { stateOf } from '../desk.labels'

interface ReceiverSelectProps {
  id?: string
  value?: number
  onChange?: (memberId: number | undefined) => void
}

/** Who is to own and receive a customer, in the order of turns, with how it stands with each. */
export function ReceiverSelect({ value, onChange, ...rest }: ReceiverSelectProps) {
  const { data, isPending } = useQuery(boardQuery())
  return (
    <Select<number>
      placeholder="请选择客户经理"
      {...rest}
      className="sr-fill"
      allowClear
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={(!isPending && value) || null}
      options={(data?.members ?? []).map((member) => ({
        value: member.memberId,
        label: member.userName,
        state: stateOf(member),
        isNext: member.memberId === data?.nextId,
      }))}
      optionRender={({ data: option }) => (
        <span className="sr-receiver-option">
          <span className="sr-receiver-name">{option.label}</span>
          {option.isNext && <span className="sr-turn-next">轮到</span>}
          <span className={`sr-turn-state sr-turn-${option.state.tone}`}>{option.state.text}</span>
        </span>
      )}
      onChange={(memberId) => onChange?.(memberId)}
    />
  )
}
