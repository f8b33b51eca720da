import { type ReactNode } from 'react'
import { nowSeconds } from '../../api/clock'
import { formatDay } from '../day'
import '../parts.css'
import './paper.css'
import { useTitle } from '../title'

interface PaperPageProps {
  /** Name of the printed file and of the window: without a customer's name. */
  title: string
  /** Passage of the guide. */
  help: string
  mayPrint: boolean
  children: ReactNode
}

/** The page of one sheet to sign, in its own window, without the app's navigation. */
export function PaperPage({ title, help, mayPrint, children }: PaperPageProps) {
  useTitle(title, { isWhole: true })
  return (
    <main className="sr-paper-page">
      <div className="sr-paper-tools">
        <a className="sr-button" href={`/help/${help}`} target="_blank" rel="noopener">
          帮助
        </a>
        <button type="button" className="sr-button" onClick={() => window.close()}>
          关闭
        </button>
        <button
          type="button"
          className="sr-button sr-button-primary"
          disabled={!mayPrint}
          onClick={() => window.print()}
        >
          打印
        </button>
      </div>
      {!mayPrint && <h1 className="sr-visually-hidden">{title}</h1>}
      {children}
    </main>
  )
}

interface SheetProps {
  title: string
  store: string
  /** Number of the sheet, printed on every page, so that a stray one can be identified. */
  label: string
  number: string | number
  /** Further numbers in the head. */
  numbers: ReactNode
  children: ReactNode
}

export const Sheet = ({ title, store, label, number, numbers, children }: SheetProps) => (
  <article className="sr-paper" aria-label={`${title} ${number}`}>
    <style>{`@page { @bottom-left { content: '${label} ${number}'; color: #444; font-size: 9pt; } }`}</style>
    <header>
      <p className="sr-paper-store">{store}</p>
      <h1>{title}</h1>
      <dl className="sr-paper-numbers">
        <Pair label={label}>{number}</Pair>
        {numbers}
      </dl>
    </header>
    {children}
  </article>
)

export const Pair = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children || '—'}</dd>
  </div>
)

interface SignatureProps {
  who: string
  by?: string
  /** The drawn signature, and when; an empty line without one. */
  drawn?: ReactNode
  day?: string
}

export const Signature = ({ who, by, drawn, day = '　　　　年　　月　　日' }: SignatureProps) => (
  <div>
    <p>{who}</p>
    <p className="sr-paper-sign-line">{drawn}</p>
    <p className="sr-paper-sign-day">
      <span>{by}</span>
      <span>日期　{day}</span>
    </p>
  </div>
)

export const PaperFoot = () => (
  <footer className="sr-paper-foot">
    <span>打印于 {formatDay(nowSeconds())}</span>
  </footer>
)
