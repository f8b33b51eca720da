/** Registers the service worker: it keeps files and responses for times without a network, and receives messages. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/sw.js')
