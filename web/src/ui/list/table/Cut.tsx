/** Text cut after one or two lines, with the full text in the tooltip. A dash if empty. */
export const Cut = ({ text, lines = 1 }: { text: string; lines?: 1 | 2 }) =>
  text ? (
    <span className={lines === 1 ? 'sr-cut' : 'sr-cut-two'} title={text}>
      {text}
    </span>
  ) : (
    <span className="sr-quiet">—</span>
  )
