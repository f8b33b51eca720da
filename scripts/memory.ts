/** How the server is run so that it takes little memory; `docs/deploy.md` says the same for those who start it themselves. */

/** Young objects die before they are copied; the old space holds two exports at once. */
export const memoryFlags = ['--max-semi-space-size=16', '--max-old-space-size=384'] as const

/**
 * glibc keeps what was freed in an arena for each thread; with two of them an hour of work leaves some 65 MB less behind. And it keeps the
 * more the larger the pieces were, unless it is told a threshold: some 30 MB.
 */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const
