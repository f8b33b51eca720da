import { type InputHTMLAttributes, type ReactNode, type RefObject, useId, useState } from 'react'
import type { FieldBinding } from './useEntryForm'
import './entry-form.css'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value' | 'onChange' | 'id'>

interface EntryFieldProps extends InputProps {
  field: FieldBinding
  label: string
  /** Inside the frame, after the input. */
  children?: ReactNode
  /** Shown beside the frame. */
  beside?: ReactNode
  /** Quiet text on the error line, behind the error. */
  hint?: ReactNode
}

interface EntryPanelProps {
  form: { ref: RefObject<HTMLFormElement | null> }
  className?: string
  onSubmit: () => Promise<boolean>
  children: ReactNode
}

/** The form of an entry page: the browser's own messages are off. */
export const EntryPanel = ({ form, className, onSubmit, children }: EntryPanelProps) => (
  <form
    ref={form.ref}
    className={className}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
  >
    {children}
  </form>
)

/** Label, input and a reserved line for the error, so that nothing moves. */
export function EntryField({ field, label, children, beside, hint, ...input }: EntryFieldProps) {
  const id = useId()
  return (
    <div className="sr-entry-field">
      <label htmlFor={id}>{label}</label>
      <div className="sr-entry-row">
        <div className="sr-entry-frame">
          <input
            {...input}
            id={id}
            name={field.name}
            value={field.value}
            onChange={(event) => field.onChange(event.target.value)}
            aria-invalid={field.error !== ''}
            aria-describedby={`${id}-text`}
          />
          {children}
        </div>
        {beside}
      </div>
      <div id={`${id}-text`} className="sr-entry-text">
        {field.error && <span className="sr-entry-error">{field.error}</span>}
        {hint}
      </div>
    </div>
  )
}

/** Password input that can show its text and warns if caps lock is on. */
export function PasswordField(props: EntryFieldProps) {
  const [isShown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  return (
    <EntryField
      {...props}
      type={isShown ? 'text' : 'password'}
      hint={capsLock ? '大写锁定已打开' : props.hint}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      autoCapitalize="off"
      spellCheck={false}
      maxLength={128}
    >
      <button
        type="button"
        className="sr-entry-eye"
        aria-label={isShown ? '隐藏密码' : '显示密码'}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <svg
          viewBox="0 0 20 20"
          width="18"
          height="18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden
        >
          <path d="M1.8 10S4.8 4.5 10 4.5 18.2 10 18.2 10 15.2 15.5 10 15.5 1.8 10 1.8 10Z" />
          <circle cx="10" cy="10" r="2.5" />
          {!isShown && <path d="M3.5 16.5l13-13" strokeLinecap="round" />}
        </svg>
      </button>
    </EntryField>
  )
}

/** The error of the form as a whole, on a reserved line. */
export function EntryProblem({ text }: { text: string }) {
  return (
    <p className="sr-entry-problem" role="alert">
      {text}
    </p>
  )
}

/** The form's main button. It stays focusable while the form is pending. */
export function EntrySubmit({
  pending,
  working,
  children,
}: {
  pending: boolean
  working: string
  children: string
}) {
  return (
    <button type="submit" className="sr-button sr-button-primary sr-entry-submit" aria-busy={pending}>
      {pending ? working : children}
    </button>
  )
}
