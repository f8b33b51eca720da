/** Another process has taken the work over, or this one is to end: what it was about to write is rolled back. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
