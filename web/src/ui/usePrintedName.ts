import { useEffect } from 'react'

/** A printed page says whose it is, and which one of how many: in its margins, for as long as the page is on screen. */
export function usePrintedName(name: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page {
      @top-left { content: ${JSON.stringify(name)}; font: 12px sans-serif; }
      @bottom-right { content: counter(page) ' / ' counter(pages); font: 12px sans-serif; }
    }`)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [name])
}
