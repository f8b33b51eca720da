/** A link that expires in fewer seconds is treated as expired. */
const leastSeconds = 15

/** Expiry of a signed link, read from the link: ours contain the second, a bucket's the start and the duration. Others never expire. */
function endOf(link: string): number {
  const query = new URLSearchParams(link.split('?', 2)[1])
  if (query.has('expires')) return Number(query.get('expires'))
  const [, day, hour, minute, second] =
    /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? []
  if (!day) return Infinity
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  return Date.parse(`${date}T${hour}:${minute}:${second}Z`) / 1000 + Number(query.get('X-Amz-Expires'))
}

/** True if a link must be renewed before use. */
export const isStale = (link: string, nowSeconds: number): boolean => endOf(link) - nowSeconds < leastSeconds
