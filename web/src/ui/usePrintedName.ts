import { useEffect } from 'react'

/** Prints `name` and the page numbers in the page margins while the component is mounted. */
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
