/** A link that has no longer than this to live is not used any more. */
const leastSeconds = 15

/** When a signed link ends, by its own word: ours says the second, a bucket's when it began and for how long; never for any other. */
function endOf(link: string): number {
  const query = new URLSearchParams(link.split('?', 2)[1])
  if (query.has('expires')) return Number(query.get('expires'))
  const [, day, hour, minute, second] =
    /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? []
  if (!day) return Infinity
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  return Date.parse(`${date}T${hour}:${minute}:${second}Z`) / 1000 + Number(query.get('X-Amz-Expires'))
}

/** Whether a link is to be made anew before it is used. */
export const isStale = (link: string, nowSeconds: number): boolean => endOf(link) - nowSeconds < leastSeconds
