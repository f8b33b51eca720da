import { hasMobile } from './mobile'

/** A value that the browser keeps under a key: in this tab, or in all tabs and after they are closed. */
export interface Stored {
  readonly key: string
  read(): string | null
  /** Stores nothing if the value holds a mobile number: storage outlives the session and the right to see the number. */
  write(value: string): void
  remove(): void
}

const storedIn = (storage: () => Storage, key: string): Stored => ({
  key,
  read: () => storage().getItem(key),
  write: (value) => {
    if (!hasMobile(key) && !hasMobile(value)) storage().setItem(key, value)
  },
  remove: () => storage().removeItem(key),
})

export const inTab = (key: string): Stored => storedIn(() => sessionStorage, key)
export const inBrowser = (key: string): Stored => storedIn(() => localStorage, key)
