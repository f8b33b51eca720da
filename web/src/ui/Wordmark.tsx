import './wordmark.css'

/** The logo: a car under the showroom's roof. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg className="sr-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <path
        d="M5 24V12L16 6l11 6v12"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        className="sr-mark-car"
        d="M9.5 23.5v-2.4c0-.8.6-1.5 1.4-1.6l1.3-.2 2-2.4c.4-.5 1-.8 1.7-.8h2c.7 0 1.3.3 1.7.8l1.7 2.1c.7.2 1.2.8 1.2 1.5v3z"
      />
      <path d="M3 26.5h26" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  )
}

/** The logo with 展厅 Showroom in one line. */
export function Wordmark({ size = 28 }: { size?: number }) {
  return (
    <span className="sr-wordmark">
      <Mark size={size} />
      <span className="sr-wordmark-name">展厅</span>
      <span className="sr-wordmark-latin" lang="en">
        Showroom
      </span>
    </span>
  )
}
