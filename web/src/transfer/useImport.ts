import { list as customerList } from '@showroom/contract/customer/customer.api'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { notXlsxText } from '@showroom/contract/kernel/workbook'
import {
  importMaxBytes,
  importState,
  type ImportStatus,
  importTexts,
  type ImportWay,
  isImportAtRest,
} from '@showroom/contract/transfer/transfer.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { nowSeconds } from '../api/clock'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import { sendFile } from '../base/public'
import { isRefusal } from '../ui/failure'
import * as transfer from '@showroom/contract/transfer/transfer.api'

/** Problem with the chosen files, or undefined. The server checks the content. */
export function importProblem(files: readonly { name: string; size: number }[]): string | undefined {
  const [file, second] = files
  if (!file) return importTexts.none
  if (second) return '每次只能导入一个文件'
  if (!file.name.toLowerCase().endsWith('.xlsx')) return notXlsxText(file.name)
  if (file.size > importMaxBytes) return importTexts.tooLarge
  return undefined
}

/**
 * Stage of the dialog: choosing a file, uploading, checking, matching columns, awaiting confirmation, importing, finished, stopped, or
 * undoing.
 */
export type ImportStage =
  | 'choose'
  | 'sending'
  | 'checking'
  | 'matching'
  | 'checked'
  | 'running'
  | 'done'
  | 'stopped'
  | 'undoing'

const stages: Readonly<Record<number, ImportStage>> = {
  [importState.checking]: 'checking',
  [importState.matching]: 'matching',
  [importState.checked]: 'checked',
  [importState.running]: 'running',
  [importState.done]: 'done',
  [importState.stopped]: 'stopped',
  [importState.undoing]: 'undoing',
}

/** Field of each column, by the place of the column. */
export type Match = Readonly<Record<number, string>>
/** The member's answers: columns, values for all rows by field, and meanings of words by their place. */
export interface Answers {
  readonly match: Match
  readonly wholes: Readonly<Record<string, string>>
  readonly words: Readonly<Record<number, string>>
}

const pollMs = 700
const statusQuery = (importId: number) => queryOf(transfer.importStatus, { importId })

/** State of one import from the file to its result. The server does the work, so closing the dialog does not stop it. */
export function useImport() {
  const queries = useQueryClient()
  const [importId, setImportId] = useState(0)
  const [sending, setSending] = useState<{ fileName: string; percent: number }>()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  /** A checked import whose match the member looks at again. */
  const [rematching, setRematching] = useState(false)
  const [last, setLast] = useState<ImportStatus>()
  const upload = useRef<AbortController>(undefined)
  const isTouched = useRef(false)
  const status = useStatus(importId)

  const follow = (next: ImportStatus): void => {
    queries.setQueryData(statusQuery(next.importId).queryKey, next)
    setImportId(next.importId)
    setRematching(false)
  }
  useLatest((latest) => {
    if (isTouched.current) return
    if (isUnread(latest)) follow(latest)
    else if (latest.undoUntil > 0) setLast(latest)
  })
  useEffect(() => () => upload.current?.abort(), [])

  const choose = async (files: readonly File[]): Promise<void> => {
    isTouched.current = true
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
  const ask = async (question: () => Promise<ImportStatus>): Promise<void> => {
    setProblem('')
    setAsking(true)
    try {
      follow(await question())
    } catch (error) {
      setProblem(textOf(error))
      void queries.invalidateQueries({ queryKey: statusQuery(importId).queryKey })
    } finally {
      setAsking(false)
    }
  }
  const again = (): void => {
    upload.current?.abort()
    // An import given up is not found again; if this fails, it is.
    if (status && waits.has(status.state))
      void callApi(transfer.dropImport, { importId }, { withoutKey: 'same effect' }).catch(() => undefined)
    setProblem('')
    setRematching(false)
    setImportId(0)
    setLast(undefined)
  }
  const reached: ImportStage = sending ? 'sending' : ((status && stages[status.state]) ?? 'choose')
  return {
    stage: rematching && reached === 'checked' ? 'matching' : reached,
    status,
    sending,
    asking,
    /** A finished import whose updates can still be undone. */
    last,
    problem: problem || (status?.state === importState.refused ? status.refusal : ''),
    choose,
    ...stepsOf(importId, ask),
    rematch: setRematching,
    isRematching: rematching,
    again,
  }
}
export type ImportAtHand = ReturnType<typeof useImport>

const startCheck = (
  request: Omit<RequestOf<typeof transfer.checkImport>, 'dealerId'>,
): Promise<ImportStatus> => callApi(transfer.checkImport, request, { withoutKey: 'same effect' })

/** The steps that the member takes with an import. */
const stepsOf = (importId: number, ask: (question: () => Promise<ImportStatus>) => Promise<void>) => ({
  commit: () => ask(() => callApi(transfer.commitImport, { importId }, { once: true })),
  check: (way: ImportWay, answers?: Answers) =>
    ask(() => startCheck({ importId, way, ...(answers && listsOf(answers)) })),
  /** Takes another row of the workbook as the headings. */
  lookAt: (place: number) => ask(() => startCheck({ importId, place })),
  undo: (of: ImportStatus) =>
    ask(() => callApi(transfer.undoImport, { importId: of.importId }, { once: true })),
})

const listsOf = ({ match, wholes, words }: Answers) => ({
  match: Object.entries(match).map(([at, field]) => ({ at: Number(at), field })),
  wholes: Object.entries(wholes).map(([field, value]) => ({ field, value })),
  words: Object.entries(words).map(([at, value]) => ({ at: Number(at), value })),
})

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

/** Reads the member's latest import, which may still wait for them. */
function useLatest(onChange: (latest: ImportStatus) => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    callApi(transfer.importStatus, { importId: 0 }).then(
      (status) => status.importId > 0 && latest.current(status),
      // There is no import yet.
      () => undefined,
    )
  }, [])
}

/** Imports that wait for the member are found again for a day: their workbook is deleted after two. */
const waitsForSeconds = 24 * 3600
const waits: ReadonlySet<number> = new Set([importState.matching, importState.checked])

/** Still running, stopped, or waiting for the member. */
const isUnread = ({ state, createdAt }: ImportStatus): boolean =>
  !isImportAtRest(state) ||
  state === importState.stopped ||
  (waits.has(state) && nowSeconds() - createdAt < waitsForSeconds)

function textOf(error: unknown): string {
  if (isRefusal(error)) return error.errors.map(({ text }) => text).join('；') || error.message || '导入失败'
  return (error instanceof Error && error.message) || '导入失败'
}
