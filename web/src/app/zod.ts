import { config } from 'zod'

/**
 * The Content-Security-Policy forbids eval: keeps zod from trying its compiled parsers, which would report a
 * violation.
 */
config({ jitless: true })
