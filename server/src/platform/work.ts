/** Another process has taken the work over, or this one is stopping: the current transaction is rolled back. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
