import type { Page } from '@playwright/test'

/**
 * What one reads inside controls, such as names and numbers that are pressed and the cells of a grid, and what is
 * missing on paper. Buttons and links to act, filters and choices are not meant for paper.
 */
export async function findUnprinted(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const acts =
      '.ant-btn, .sr-button, .sr-link:not(.sr-as-text), [aria-pressed], [aria-expanded], search *, .sr-page-extra *, .sr-list-foot *'
    return [...document.querySelectorAll('.sr-main :is(button, table input, table textarea)')]
      .filter((control) => !control.matches(acts) && control.checkVisibility({ visibilityProperty: true }))
      .map((control) =>
        control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
          ? { field: control.type === 'checkbox' ? '' : control.value }
          : { text: (control.querySelector('strong, b') ?? control).textContent },
      )
  })
  await page.emulateMedia({ media: 'print' })
  const paper = await page.evaluate(() => ({
    text: document.querySelector<HTMLElement>('.sr-main')?.innerText ?? '',
    fields: [...document.querySelectorAll<HTMLInputElement>('.sr-main :is(input, textarea)')]
      .filter((field) => field.checkVisibility())
      .map((field) => field.value),
  }))
  await page.emulateMedia({ media: null })
  const words = (text: string): string => text.replaceAll(/\s/g, '')
  return texts
    .filter(
      ({ text = '', field = '' }) =>
        !words(paper.text).includes(words(text)) || (field && !paper.fields.includes(field)),
    )
    .map(({ text, field }) => `is not on paper: ${text ?? field ?? ''}`)
}
