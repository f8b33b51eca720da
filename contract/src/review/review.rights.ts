/** The right to defeat requests, apart from the calls: the web client's routes need no schemas. */

export const reviewsDefeats = { flag: 'allowFailVerify' } as const
