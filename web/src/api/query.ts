import type { AnswerOf, Call, RequestOf, Topic } from '@showroom/contract/kernel/call'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from './client'

type Body<C extends Call> = Omit<RequestOf<C>, 'dealerId'>

/** TanStack Query options of a reading call; the key is the path and the request. */
export const queryOf = <C extends Call>(call: C, request: Body<C>) =>
  queryOptions<AnswerOf<C>>({
    queryKey: [...keyOf(call), request],
    queryFn: ({ signal }) => callApi(call, request, { signal }),
  })

/** What the answers of each path show, learnt as keys are made: so nobody has to load the whole contract. */
const shown = new Map<unknown, readonly Topic[]>()

/** The key under which all answers of a call lie: to invalidate them after a write. */
export function keyOf(call: Call): [string] {
  shown.set(call.path, call.shows)
  return [call.path]
}

/** Whether the answer under a key shows one of these topics; any topic at all where none is named. */
export function showsAny(queryKey: readonly unknown[], topics?: ReadonlySet<string>): boolean {
  const own = shown.get(queryKey[0]) ?? []
  return topics ? own.some((topic) => topics.has(topic)) : own.length > 0
}
