import { profile } from '@showroom/contract/access/access.api'
import type { Call } from '@showroom/contract/kernel/call'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '../../api/client'
import { connection, isBack } from '../../api/connection'
import { takeAnswers } from '../../api/device'
import { forgetSeen, keep, readAll, seen, sendWaiting, watchWaiting } from '../../api/device/part'
import { registerWorker } from '../../api/worker'
import { fetchDraftStore } from '../../draft/public'
import { withoutRefreshHint } from '../../ui/failure'
import { notice } from '../../ui/notice'
import type { SavedDraft } from '../../ui/form/draft/store'

/** Registers the service worker, and keeps responses from the moment it controls the page. */
async function keepResponses(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = navigator.serviceWorker
  // source-disable-next-line endlessListener -- for as long as the page
  worker.addEventListener('message', ({ data }) => {
    if (data === 'off') void removeResponses()
  })
  await registerWorker()
  if (!worker.controller)
    await new Promise<void>((resolve) =>
      worker.addEventListener('controllerchange', () => resolve(), { once: true }),
    )
  // The session's response first: it binds the device to the member.
  const isSession = ([{ path }]: Parameters<typeof keep>): number => Number(path === profile.path)
  const early = takeAnswers(keep).toSorted((a, b) => isSession(b) - isSession(a))
  for (const response of early) keep(...response)
}

/** The operator has switched it off. */
async function removeResponses(): Promise<void> {
  takeAnswers(() => undefined)
  await forgetSeen()
}

/** Removes the draft that was saved while there still was a network. It expires anyway. */
async function dropDraft({ draftId, revision }: SavedDraft): Promise<void> {
  const store = await fetchDraftStore()
  await store.drop({ draftId, revision }).catch(() => undefined)
}

const send = (): Promise<boolean> =>
  sendWaiting({
    send: ({ path, request, idempotencyKey }) =>
      callApi({ path, may: 'member', writes: true } as Call, request, { idempotencyKey, inBackground: true }),
    draft: async ({ draft }) => draft && (await fetchDraftStore()).save(draft as SavedDraft, false),
    sent: ({ about, draft }) => {
      notice.success(`已提交：${about.title}`)
      if (draft) void dropDraft(draft as SavedDraft)
    },
    refused: ({ about }, message) =>
      notice.error(`未提交：${about.title}，${withoutRefreshHint({ message })}`),
  })

/** Pause after the server could be reached but did not take what waits, in milliseconds. */
const againMs = 60_000

/** Keeps responses for times without a network. Once it is back, refetches them on open pages and sends what waits. */
export function useDevice(): void {
  const queries = useQueryClient()
  useEffect(() => {
    // Without a worker, for example in a private window, the client works as without this part.
    void keepResponses().catch(() => undefined)
    let isSending = false
    let isOver = false
    const sendAll = async (): Promise<void> => {
      const waiting = await readAll()
      if (isSending || isOver || waiting.every(({ refusal }) => refusal !== undefined)) return
      isSending = true
      const isDone = await send().catch(() => false)
      // source-disable-next-line queryPlace -- the sent changes may show in any query
      void queries.invalidateQueries()
      if (!isDone && (await isBack())) await new Promise((resolve) => setTimeout(resolve, againMs))
      isSending = false
      if (!isDone) back()
    }
    const back = (): void => {
      if (connection.read() !== 'up') return
      void queries.invalidateQueries({ predicate: ({ queryHash }) => seen.isShown(queryHash) })
      void sendAll().catch(() => undefined)
    }
    void readAll().catch(() => undefined)
    back()
    const ends = [connection.subscribe(back), watchWaiting()]
    return () => {
      isOver = true
      for (const end of ends) end()
    }
  }, [queries])
}
