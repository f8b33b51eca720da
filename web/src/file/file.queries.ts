import { list, params } from '@showroom/contract/file/file.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import type { FilterOf } from '../ui/list/filter/listFields'
import { postFile, type UploadProgress } from '../ui/upload/image'
import { fileTable } from './file.fields'

/** A page of the files. Links expire after half an hour, so they are refetched after twenty minutes. */
export const fileQuery = (filter: FilterOf<(typeof fileTable)['fields']>) => {
  const request = fileTable.requestOf(filter)
  return queryOptions({
    ...queryOf(list, request),
    placeholderData: keepPreviousData,
    staleTime: 20_000,
    refetchInterval: 20 * 60_000,
  })
}

export const invalidateFiles = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(list) })

/** Uploads a file directly to the file store; returns the key to register it by. */
export async function sendFile(file: File, progress: UploadProgress): Promise<string> {
  const leave = await callApi(
    params,
    { fileName: file.name.slice(-255), fileSize: file.size },
    { signal: progress.signal },
  )
  const form = new FormData()
  for (const [name, value] of Object.entries(leave.fields)) form.append(name, value)
  form.append('file', file)
  await postFile(leave.host, form, progress)
  return leave.key
}
