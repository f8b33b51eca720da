import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PlainDialog } from '../ui/PlainDialog'
import { onOtherDealer } from '../api/session'
import { sessionQuery } from '../frame/session'
import { reloginStore } from '../frame/sessionGone'

/**
 * Another window switched to another store: this one still shows the old one, and must not work with the new session.
 */
export function OtherStore() {
  const client = useQueryClient()
  const [company, setCompany] = useState('')
  useEffect(
    () =>
      onOtherDealer((dealerId) => {
        // The sign-in over the open page handles a changed store by itself.
        if (reloginStore.isOpen()) return
        const profile = client.getQueryData(sessionQuery().queryKey)?.profile
        setCompany(profile && profile.dealerId !== dealerId ? profile.company : '')
      }),
    [client],
  )
  if (!company) return null
  return (
    <PlainDialog title="已在其他窗口切换门店">
      <p className="sr-plain-dialog-text">
        本窗口仍是「{company}」的内容。请重新加载，或在其他窗口切换回来。
      </p>
      <div className="sr-plain-dialog-actions">
        <button
          type="button"
          className="sr-button sr-button-primary"
          data-first
          onClick={() => location.reload()}
        >
          重新加载
        </button>
      </div>
    </PlainDialog>
  )
}
