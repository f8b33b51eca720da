/** The browser's position. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

/** Longest wait for a position. */
const patienceMs = 6_000

/** Asks the browser; undefined if it has no position, no permission, or takes too long. */
export function findPlace(): Promise<Place | undefined> {
  // Available over https only, and not in every browser.
  if (!('geolocation' in navigator)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    // The browser's own timeout does not run until the person has answered its question.
    const timer = setTimeout(() => resolve(undefined), patienceMs)
    const end = (place?: Place): void => {
      clearTimeout(timer)
      resolve(place)
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => end({ lat: coords.latitude, lng: coords.longitude }),
      () => end(),
      { enableHighAccuracy: true, maximumAge: 60_000, timeout: patienceMs },
    )
  })
}
