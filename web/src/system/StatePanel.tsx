import { type ReactNode, useId } from 'react'

/** A titled list of state rows. */
export function StatePanel({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="sr-system-panel" aria-labelledby={id}>
      <h2 className="sr-system-title" id={id}>
        {title}
      </h2>
      {hint && <p className="sr-system-hint">{hint}</p>}
      <ul className="sr-system-rows">{children}</ul>
    </section>
  )
}
