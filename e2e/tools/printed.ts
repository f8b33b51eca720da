import type { Page } from '@playwright/test'

/**
 * The names and numbers inside controls, such as the cells of a grid, that a printed page lacks. Buttons and links to
 * act, filters and choices are not printed.
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
