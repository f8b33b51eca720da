import { copy } from '@showroom/contract/privacy/privacy.api'
import {
  type FoundKind,
  type PersonRequest,
  personState,
  personStates,
} from '@showroom/contract/privacy/privacy.schema'
import { useMutation } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { callApi } from '../api/client'
import { formatMinute } from '../ui/day'
import { download } from '../ui/download'

/** A request: its number, what was found by kind, and what can be done with it. */
export function PersonCard({ person, onErase }: { person: PersonRequest; onErase: () => void }) {
  const { number, state, byName, createdAt, endedAt, percent, names, found } = person
  const isOpen = state === personState.found
  const isBusy = state === personState.searching || state === personState.erasing
  const copying = useMutation({
    mutationFn: () => callApi(copy, { id: person.id }, { once: true }),
    onSuccess: ({ filePath }) => download(filePath),
  })
  return (
    <li className="sr-person" aria-label={`${number} ${personStates[state] ?? ''}`}>
      <div className="sr-person-head">
        <h2 className="sr-num sr-person-number">{number}</h2>
        <span className="sr-person-state">{personStates[state]}</span>
        <span className="sr-quiet">
          {byName} <time className="sr-num">{formatMinute(createdAt)}</time>
          {endedAt > 0 && (
            <>
              {' '}
              至 <time className="sr-num">{formatMinute(endedAt)}</time>
            </>
          )}
        </span>
      </div>
      {isBusy && <Progress percent={percent} size="small" aria-label={personStates[state]} />}
      {names.length > 0 && <p>客户：{names.join('、')}</p>}
      {isOpen && found.length === 0 && <p>本店没有保存与该号码有关的信息。</p>}
      {found.length > 0 && <Kinds kinds={found} isErased={state === personState.erased} />}
      {isOpen && found.length > 0 && (
        <div className="sr-person-foot">
          <Button
            loading={copying.isPending}
            onClick={() => copying.mutate()}
            aria-label={`导出副本 ${number}`}
          >
            导出副本
          </Button>
          <Button onClick={onErase} aria-label={`删除 ${number}`}>
            删除
          </Button>
        </div>
      )}
    </li>
  )
}

function Kinds({ kinds: found, isErased }: { kinds: readonly FoundKind[]; isErased: boolean }) {
  return (
    <table className="sr-person-kinds">
      <thead>
        <tr>
          <th scope="col">类别</th>
          <th scope="col">本人</th>
          <th scope="col">提及</th>
          <th scope="col">{isErased ? '处理结果' : '删除时的处理'}</th>
        </tr>
      </thead>
      <tbody>
        {found.map((kind) => (
          <tr key={kind.title}>
            <th scope="row">{kind.title}</th>
            <td className="sr-num">{kind.own + kind.kept}</td>
            <td className="sr-num">{kind.mentions}</td>
            <td>{treatmentOf(kind)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function treatmentOf({ own, mentions, kept, why, isDeleted }: FoundKind): string {
  const erased = own + mentions > 0 ? [isDeleted ? '整条删除' : '清除个人信息，保留记录供统计'] : []
  return [...erased, ...(kept > 0 ? [`保留${kept}条：${why}`] : [])].join('；')
}
