import { list as customerList } from '@showroom/contract/customer/customer.api'
import * as transfer from '@showroom/contract/transfer/transfer.api'
import {
  importMaxBytes,
  importState,
  type ImportStatus,
  importTexts,
  isImportAtRest,
} from '@showroom/contract/transfer/transfer.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import { sendFile } from '../base/public'
import { isRefusal } from '../ui/failure'

/** Problem with the chosen files, or undefined. The server checks the content. */
export function importProblem(files: readonly { name: string; size: number }[]): string | undefined {
  const [file, second] = files
  if (!file) return importTexts.none
  if (second) return '每次只能导入一个文件'
  if (!file.name.toLowerCase().endsWith('.xlsx')) return importTexts.notXlsx
  if (file.size > importMaxBytes) return importTexts.tooLarge
  return undefined
}

/** Stage of the dialog: choosing a file, uploading, checking, awaiting confirmation, importing, finished, or stopped. */
export type ImportStage = 'choose' | 'sending' | 'checking' | 'checked' | 'running' | 'done' | 'stopped'

const stages: Readonly<Record<number, ImportStage>> = {
  [importState.checking]: 'checking',
  [importState.checked]: 'checked',
  [importState.running]: 'running',
  [importState.done]: 'done',
  [importState.stopped]: 'stopped',
}

const pollMs = 700
const statusQuery = (importId: number) => queryOf(transfer.importStatus, { importId })

/** State of one import from the file to its result. The server does the work, so closing the dialog does not stop it. */
export function useImport() {
  const queries = useQueryClient()
  const [importId, setImportId] = useState(0)
  const [sending, setSending] = useState<{ fileName: string; percent: number }>()
  const [committing, setCommitting] = useState(false)
  const [problem, setProblem] = useState('')
  const upload = useRef<AbortController>(undefined)
  const status = useStatus(importId)

  const follow = (next: ImportStatus): void => {
    queries.setQueryData(statusQuery(next.importId).queryKey, next)
    setImportId(next.importId)
  }
  useRunning((running) => !upload.current && follow(running))
  useEffect(() => () => upload.current?.abort(), [])

  const choose = async (files: readonly File[]): Promise<void> => {
    const wrong = importProblem(files)
    const [file] = files
    setProblem(wrong ?? '')
    if (wrong || !file) return
    const controller = new AbortController()
    upload.current = controller
    setSending({ fileName: file.name, percent: 0 })
    try {
      const onProgress = (percent: number): void => setSending({ fileName: file.name, percent })
      const key = await sendFile(file, { signal: controller.signal, onProgress }, importTexts.tooLarge)
      follow(await callApi(transfer.startImport, { file: key, fileName: file.name, preview: true }))
    } catch (error) {
      if (!controller.signal.aborted) setProblem(textOf(error))
    } finally {
      setSending(undefined)
    }
  }
  const commit = async (): Promise<void> => {
    setProblem('')
    setCommitting(true)
    try {
      follow(await callApi(transfer.commitImport, { importId }, { once: true }))
    } catch (error) {
      setProblem(textOf(error))
      void queries.invalidateQueries({ queryKey: statusQuery(importId).queryKey })
    } finally {
      setCommitting(false)
    }
  }
  const again = (): void => {
    upload.current?.abort()
    setProblem('')
    setImportId(0)
  }
  const stage: ImportStage = sending ? 'sending' : ((status && stages[status.state]) ?? 'choose')
  return {
    stage,
    status,
    sending,
    committing,
    problem: problem || (status?.state === importState.refused ? status.refusal : ''),
    choose,
    commit,
    again,
  }
}
export type ImportAtHand = ReturnType<typeof useImport>

/** Polls until the current step ends, then invalidates the customer list. */
function useStatus(importId: number): ImportStatus | undefined {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...statusQuery(importId),
    enabled: importId > 0,
    // Answers put into the cache count as fresh. Only running steps are polled.
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data && isImportAtRest(state.data.state) ? false : pollMs),
  })
  const done = data?.state === importState.done || data?.state === importState.stopped
  useEffect(() => {
    if (done) void queries.invalidateQueries({ queryKey: keyOf(customerList) })
  }, [done, queries])
  return importId > 0 ? data : undefined
}

/** Reopens an import that is still running, or a stopped one until the next import starts. */
function useRunning(found: (running: ImportStatus) => unknown): void {
  const latest = useRef(found)
  useEffect(() => {
    callApi(transfer.importStatus, { importId: 0 }).then(
      (status) => status.importId > 0 && isUnread(status) && latest.current(status),
      // There is no import yet.
      () => undefined,
    )
  }, [])
}

const isUnread = ({ state }: ImportStatus): boolean => !isImportAtRest(state) || state === importState.stopped

function textOf(error: unknown): string {
  if (isRefusal(error)) return error.errors.map(({ text }) => text).join('；') || error.message || '导入失败'
  return (error instanceof Error && error.message) || '导入失败'
}
