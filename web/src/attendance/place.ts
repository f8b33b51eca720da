/** Where the browser says that it is. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

/** Nobody waits longer for a place than this. */
const patienceMs = 6_000

/** Asks the browser; nothing where it does not know, is not allowed to say, or takes too long. */
export function findPlace(): Promise<Place | undefined> {
  // Only over https, and not in every browser.
  if (!('geolocation' in navigator)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    // While the person has not answered the browser's question its own timeout does not run.
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
