/** One line of text, or two; the whole of it is in the tooltip. A dash where there is none. */
export const Cut = ({ text, lines = 1 }: { text: string; lines?: 1 | 2 }) =>
  text ? (
    <span className={lines === 1 ? 'sr-cut' : 'sr-cut-two'} title={text}>
      {text}
    </span>
  ) : (
    <span className="sr-quiet">—</span>
  )
