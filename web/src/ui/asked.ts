/** Whether a dialog stands over the page or its drawer: that is to be answered first. */
export const isAsked = (): boolean =>
  document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null
