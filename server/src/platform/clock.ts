/** Time is passed in, never read: tests set it, and a request sees one instant from start to end. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Whole epoch seconds of an instant. */
export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** The instant of epoch seconds; null for 0, which is "none" on the wire. */
export const instantOf = (seconds: number): Date | null => (seconds ? new Date(seconds * 1000) : null)
