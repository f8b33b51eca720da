import { OwnPath } from '@showroom/contract/access/own-path'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { root } from '../frame/shell'

const text = z.coerce.string().max(2000).optional().catch(undefined)

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  /** `redirect`: the requested page, an address within the product only. `invite`: the codes of `npm run network -- invite`. */
  validateSearch: z.object({
    redirect: OwnPath.optional().catch(undefined),
    invite: z.coerce
      .string()
      .regex(/^\d{12}$/)
      .optional()
      .catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./entry/LoginPage'), 'LoginPage'),
})

const authRedirect = createRoute({
  getParentRoute: () => root,
  path: '/authRedirect',
  validateSearch: z.object({ logincode: text, code: text, state: text }),
  component: lazyRouteComponent(() => import('./outside/AuthRedirectPage'), 'AuthRedirectPage'),
})

const casLogin = createRoute({
  getParentRoute: () => root,
  path: '/casLogin',
  component: lazyRouteComponent(() => import('./outside/CasLoginPage'), 'CasLoginPage'),
})

/** The page of the demo's QR sign-in, in place of WeCom. */
const demoScan = createRoute({
  getParentRoute: () => root,
  path: '/demoScan',
  validateSearch: z.object({ state: text }),
  component: lazyRouteComponent(() => import('./outside/DemoScanPage'), 'DemoScanPage'),
})

/** The end of a sign-in in a separate window. */
const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/signedIn',
  component: lazyRouteComponent(() => import('./entry/SignedInPage'), 'SignedInPage'),
})

export const routes = [login, authRedirect, casLogin, demoScan, signedIn] as const
