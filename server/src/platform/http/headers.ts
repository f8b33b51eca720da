import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/**
 * Computes the security headers of all responses once; helmet would compute the same for each request. `fileOrigins`: further origins that
 * browsers may post forms to and load pictures from (the bucket, if files are stored in one).
 */
export function securityHeaders(fileOrigins: readonly string[]): Readonly<Record<string, string>> {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library injects inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...fileOrigins],
        mediaSrc: ["'self'", ...fileOrigins],
        connectSrc: ["'self'", ...fileOrigins],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'", ...fileOrigins],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  protect(request, response, (problem) => {
    if (problem instanceof Error) throw problem
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
