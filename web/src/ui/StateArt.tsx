/** Line drawing for empty and error states: an empty display stand under the showroom's roof. */
export function StateArt({ broken = false }: { broken?: boolean }) {
  return (
    <svg
      className="sr-state-art"
      viewBox="0 0 176 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden
    >
      <path d="M20 84V38L88 10l68 28v46" strokeLinejoin="round" />
      <path d="M8 84h160" strokeLinecap="round" />
      <ellipse cx="88" cy="76" rx="44" ry="6" strokeDasharray="4 5" />
      {broken ? (
        <path
          d="M80 40l16 6-12 8 14 8"
          stroke="var(--sr-danger)"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        <path d="M88 10v22M80 32h16" stroke="var(--sr-primary-text)" strokeLinecap="round" />
      )}
    </svg>
  )
}
