import * as access from '@showroom/contract/access/access.api'
import type { LoginAnswer } from '@showroom/contract/access/access.schema'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../api/client'
import { storeSession } from '../../api/session'
import { deviceOf, wecomTried } from '../../frame/session'
import { EntryPage } from '../entry/EntryPage'
import { EntryProblem } from '../entry/EntryField'
import { useEntrance } from '../entry/useEntrance'
import { signInFailureText } from '../entry/useLanding'
import { isInsideWecom } from '../../frame/wecom'
import './store-choice.css'

/**
 * Enters after a sign-in by WeCom. Within its client, where pages may have no menu to switch the store, a member of
 * several stores chooses one: `choice` is then shown instead of the page.
 */
export function useStoreChoice(): { choice: ReactNode; enter: (answer: LoginAnswer) => void } {
  const enter = useEntrance()
  const [signedIn, setSignedIn] = useState<LoginAnswer>()
  return {
    choice: signedIn && <StoreChoice answer={signedIn} onChosen={enter} />,
    enter(answer) {
      wecomTried.remove()
      if (isInsideWecom() && answer.dealers.length > 1 && !answer.site) setSignedIn(answer)
      else enter(answer)
    },
  }
}

interface StoreChoiceProps {
  answer: LoginAnswer
  onChosen: (answer: LoginAnswer) => void
}

function StoreChoice({ answer, onChosen }: StoreChoiceProps) {
  const [going, setGoing] = useState(0)
  const [problem, setProblem] = useState('')
  const choose = async (dealerId: number): Promise<void> => {
    const { token, profile, returnTo } = answer
    if (going) return
    if (dealerId === profile.dealerId) return onChosen(answer)
    setGoing(dealerId)
    setProblem('')
    storeSession(token, profile.dealerId)
    try {
      const switched = await callApi(access.switchDealer, { dealerId, ...deviceOf() })
      onChosen({ ...switched, ...(returnTo && { returnTo }) })
    } catch (error) {
      setProblem(signInFailureText(error))
      setGoing(0)
    }
  }
  return (
    <EntryPage>
      <h1 className="sr-entry-title">选择门店</h1>
      <p className="sr-entry-lead">您在多家门店工作，请选择本次进入的门店。</p>
      <ul className="sr-store-choice">
        {answer.dealers.map(({ dealerId, name }) => (
          <li key={dealerId}>
            <button
              type="button"
              className="sr-button"
              aria-busy={dealerId === going}
              onClick={() => void choose(dealerId)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <EntryProblem text={problem} />
    </EntryPage>
  )
}
