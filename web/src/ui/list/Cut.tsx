/** One line of text; the whole of it is in the tooltip. A dash where there is none. */
export const Cut = ({ text }: { text: string }) =>
  text ? (
    <span className="sr-cut" title={text}>
      {text}
    </span>
  ) : (
    <span className="sr-quiet">—</span>
  )
