/** Whether a dialog is open over the page or its drawer; the user has to answer it first. */
export const isAsked = (): boolean =>
  document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null
