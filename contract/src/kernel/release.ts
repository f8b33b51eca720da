/** Response header with the server's release, such as 1.4.0. */
export const releaseHeader = 'x-release'

/** Whether a release such as 1.10.0 is higher than another. Text that is no release is never higher. */
export function isHigherRelease(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((text) => /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number))
  if (!ours || !theirs) return false
  const at = ours.findIndex((part, index) => part !== theirs[index])
  return at !== -1 && (ours[at] ?? 0) > (theirs[at] ?? 0)
}
