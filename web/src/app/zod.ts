import { config } from 'zod'

/** The Content-Security-Policy forbids eval: zod is told not to try its compiled parsers, so no violation is reported. */
config({ jitless: true })
