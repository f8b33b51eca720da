import type { AnswerOf, Call, RequestOf } from '@showroom/contract/kernel/call'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from './client'

type Body<C extends Call> = Omit<RequestOf<C>, 'dealerId'>

/** TanStack Query options of a reading call; the key is the path and the request. */
export const queryOf = <C extends Call>(call: C, request: Body<C>) =>
  queryOptions<AnswerOf<C>>({
    queryKey: [call.path, request],
    queryFn: ({ signal }) => callApi(call, request, { signal }),
  })

/** The key under which all answers of a call lie: to invalidate them after a write. */
export const keyOf = (call: Call): [string] => [call.path]
