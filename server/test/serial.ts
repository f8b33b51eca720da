let last = 0

/**
 * Returns a number that no other call in this process returns. Tests build unique texts with it: a random number may
 * look like a mobile number, which the check of every response rejects.
 */
export const serial = (): number => (last += 1)
