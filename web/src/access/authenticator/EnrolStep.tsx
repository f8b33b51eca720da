import type { Enrolment, LoginAnswer } from '@showroom/contract/access/access.schema'
import { useRef } from 'react'
import { failureText } from '../../ui/failure'
import { notice } from '../../ui/notice'
import { signInByAccount } from '../entry/signIn'
import { EnrolPanel } from './EnrolPanel'

interface EnrolStepProps {
  login: { mobile: string; password: string; enrolment: Enrolment }
  onSignedIn: (answer: LoginAnswer) => void
  onBack: () => void
}

/** Enrols the first authenticator, and signs in; the page opens once the recovery codes are kept. */
export function EnrolStep({ login, onSignedIn, onBack }: EnrolStepProps) {
  const { mobile, password, enrolment } = login
  const session = useRef<LoginAnswer>(undefined)
  const signIn = async (smsCode: string): Promise<void> => {
    try {
      session.current = await signInByAccount({ mobile, password, smsCode })
    } catch (error) {
      // The authenticator counts: only the sign-in was refused.
      notice.error(failureText(error))
    }
  }
  return (
    <>
      <h1 className="sr-entry-title">绑定验证器</h1>
      <EnrolPanel
        enrolment={enrolment}
        onEnrolled={signIn}
        doneText="已保存，进入工作台"
        onDone={() => (session.current ? onSignedIn(session.current) : onBack())}
      />
    </>
  )
}
