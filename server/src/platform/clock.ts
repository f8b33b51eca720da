/** Returns the current time. It is passed in so that tests can set it and a request uses one instant throughout. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Whole epoch seconds of an instant. */
export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Date of epoch seconds; null for 0, which means "none" on the wire. */
export const instantOf = (seconds: number): Date | null => (seconds ? new Date(seconds * 1000) : null)

/** The instant so many seconds later, or earlier for a negative number. */
export const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
