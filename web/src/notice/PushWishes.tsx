import * as noticeApi from '@showroom/contract/notice/notice.api'
import { type PushGroup, pushGroups } from '@showroom/contract/notice/notice.rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import { failureText } from '../ui/failure'
import { useMessage } from '../ui/useMessage'

const options = Object.entries(pushGroups).map(([value, label]) => ({ value: value as PushGroup, label }))

/** Kinds of notices that leave the bell, by WeCom and to browsers; each change is saved at once. */
export function PushWishes() {
  const queries = useQueryClient()
  const message = useMessage()
  const { data } = useQuery({ ...queryOf(noticeApi.pushSetting, {}), staleTime: 0 })
  const save = useMutation({
    mutationFn: (groups: PushGroup[]) =>
      callApi(noticeApi.savePushSetting, { groups }, { withoutKey: 'same effect' }),
    onError: (error) => message.error(failureText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(noticeApi.pushSetting) }),
  })
  const chosenGroups = save.isPending ? save.variables : data?.groups
  return (
    <Checkbox.Group<PushGroup>
      aria-label="提醒的消息类型"
      options={options}
      value={chosenGroups ?? []}
      disabled={!chosenGroups}
      onChange={(groups) => save.mutate(groups)}
    />
  )
}
