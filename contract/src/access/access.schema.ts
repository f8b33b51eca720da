import { z } from 'zod'
import { Flags } from '../kernel/call.ts'
import { cleanGroups, cleanNumber } from '../kernel/clean.ts'
import { code, dealerId, halfFilled, required, requiredCode, Seconds, text } from '../kernel/wire.ts'
import { OwnPath } from './own-path.ts'

/** Schemas and texts of sign-in. */

export const smsCountdownSeconds = 60

/** At least eight characters from four classes. The clear password never leaves the browser. */
export const strongPassword = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^0-9A-Za-z\s]).{8,128}$/u
export const resetPasswordText = '请输入格式正确的新密码（大小写字母+数字+特殊字符，最小长度8）'
export const changePasswordText = '大小写字母+数字+特殊字符，最小长度8'

const Phone = (missing: string) =>
  z
    .string(missing)
    .overwrite(cleanNumber)
    .min(1, missing)
    .max(20, '手机号格式不正确')
    .regex(/^\d+$/, '手机号格式不正确')

/** Number of characters of a recovery code. */
export const recoveryLength = 10

/** A code of a text message or, where the installation sends none, of an authenticator: six digits, or a recovery code. */
const SmsCode = z
  .string('请输入验证码')
  .overwrite(cleanGroups)
  .min(1, '请输入验证码')
  .regex(new RegExp(`^(?:.{0,6}|[0-9A-Z]{${recoveryLength}})$`, 'u'), '不能超过6个字')

/** SHA-256 of the password in lower-case hex, made by the client. */
const PasswordHash = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .regex(/^[0-9a-f]{64}$/, '密码格式不正确')

const device = {
  device: text(100),
  deviceType: z.number().int().default(0),
  deviceVersion: text(100),
  appVersion: text(20),
  appType: z.number().int().default(1),
  clientType: text(20),
}

export const Captcha = z.object({ uniqueId: requiredCode('缺少标识', 64), token: text(200) })
export const CaptchaAnswer = z.object({
  success: z.boolean(),
  /** A data URL (SVG, base64). */
  image: z.string(),
  /** The answer itself, in demo mode only: visitors still type it, browser tests read it. */
  demoAnswer: z.string().optional(),
})

export const GetSmsCode = z.object({
  mobile: Phone('请输入手机号码'),
  answer: requiredCode('请输入图片验证码', 10),
  uniqueId: requiredCode('请输入图片验证码', 64),
  /** Purpose of the code. A code is valid for one purpose only. */
  purpose: z.enum(['login', 'password', 'bind']).default('login'),
})
export const GetSmsCodeAnswer = z.object({
  /** Identifies this text message when the client calls `smsOutcome`. */
  ticket: z.string(),
  /** Extra notice for the user, usually empty. It is the same for known and unknown numbers. */
  hint: z.string(),
  /** The code itself, in demo mode only. */
  demoCode: z.string().optional(),
})

export const SmsOutcome = z.object({ ticket: required('缺少标识', 64) })
/**
 * Delivery result of a code. Only browsers that the number's owner signed in from get it; others learn only whether texts can be sent at
 * all.
 */
export const SmsOutcomeAnswer = z.object({
  state: z.enum(['waiting', 'sent', 'refused']),
  /** Reason for a refusal or a delay. */
  why: z.string(),
})

export const LoginWithSmsCode = z
  .object({
    mobile: Phone('请输入手机号').optional(),
    password: PasswordHash('请输入密码').optional(),
    smsCode: SmsCode.optional(),
    /** The code that WeCom's page returned; `state` is the state the page was opened with. */
    qwCode: code(512),
    state: text(128),
    ...device,
  })
  .superRefine(
    (login: { mobile?: unknown; password?: unknown; smsCode?: unknown; qwCode?: unknown }, context) => {
      if (login.qwCode) return
      for (const [key, missing] of [
        ['mobile', '请输入手机号'],
        ['password', '请输入密码'],
        ['smsCode', '请输入验证码'],
      ] as const)
        if (!login[key]) context.addIssue({ code: 'custom', path: [key], message: missing })
    },
    halfFilled,
  )

/** The sign-in form of the account tab, before the password is hashed. */
export const LoginForm = z.object({
  mobile: Phone('请输入手机号'),
  password: z.string('请输入密码').min(1, '请输入密码').max(128),
  answer: requiredCode('请输入图片验证码', 10),
  smsCode: SmsCode,
})

/** The forgot-password form, before hashing. */
export const ResetForm = z
  .object({
    mobile: Phone('请输入手机号'),
    smsCode: SmsCode,
    newPassword: z.string(resetPasswordText).regex(strongPassword, resetPasswordText),
    confirm: z.string('请再次输入新密码').min(1, '请再次输入新密码'),
  })
  .refine((form) => form.newPassword === form.confirm, {
    path: ['confirm'],
    message: '两次输入的密码不一致',
    ...halfFilled,
  })

/** The change-password dialog, before hashing. */
export const ChangePasswordForm = z
  .object({
    oldPassword: z.string('请输入旧密码').min(1, '请输入旧密码'),
    newPassword: z.string('请输入新密码').min(1, '请输入新密码').regex(strongPassword, changePasswordText),
    confirm: z.string('请再次输入新密码').min(1, '请再次输入新密码'),
  })
  .refine((form) => form.newPassword === form.confirm, {
    path: ['confirm'],
    message: '两次输入的密码不一致',
    ...halfFilled,
  })

export const ResetPassword = z.object({
  mobile: Phone('请输入手机号'),
  smsCode: SmsCode,
  newPassword: PasswordHash('请输入新密码'),
})
/** A secret for an authenticator app. It counts from its first code on. */
export const Enrolment = z.object({
  /** Valid for 30 minutes, until another one is made. */
  ticket: z.string(),
  /** In base32, to type it. */
  secret: z.string(),
  /** The same as an `otpauth:` address, for a QR code. */
  uri: z.string(),
})
export type Enrolment = z.infer<typeof Enrolment>
export const ResetPasswordAnswer = z.object({
  /** A code for the sign-in that follows, as the person has just been verified. Usable like a sent one; empty before an enrolment. */
  smsCode: z.string(),
  /** Present if this installation sends no SMS and the member has no authenticator yet. */
  enrolment: Enrolment.optional(),
})
export const EnrolAuthenticator = z.object({
  ticket: required('缺少标识', 64),
  smsCode: SmsCode,
})
export const EnrolAuthenticatorAnswer = z.object({
  /** Each replaces a code once. Returned only here. */
  recoveryCodes: z.array(z.string()),
  /** A code for the sign-in that follows; empty if the member has a session. */
  smsCode: z.string(),
})
/** Asks for another authenticator, or for new recovery codes only. */
export const RenewAuthenticator = z.object({
  dealerId,
  oldPassword: PasswordHash('请输入密码'),
  smsCode: SmsCode,
  what: z.enum(['authenticator', 'recoveryCodes'], '更换内容不正确'),
})
export const RenewAuthenticatorAnswer = z.object({
  enrolment: Enrolment.optional(),
  /** Those from before no longer work. */
  recoveryCodes: z.array(z.string()).optional(),
})
/** The form for `RenewAuthenticator`, before hashing. */
export const RenewForm = z.object({
  oldPassword: z.string('请输入密码').min(1, '请输入密码').max(128),
  smsCode: SmsCode,
})
export const ChangePassword = z.object({
  dealerId,
  oldPassword: PasswordHash('请输入旧密码'),
  newPassword: PasswordHash('请输入新密码'),
})
export const SwitchDealer = z.object({
  /** The dealer to switch to. In all other calls dealerId is the session's own dealer. */
  dealerId: z.number('请选择门店').int().min(1, '请选择门店'),
  ...device,
})

/** Requests the URL of an outside sign-in service; `redirect` is the page to open afterwards. */
export const BeginSignIn = z.object({
  /** `inside` signs in the WeCom member in whose client the page is open, without a scan. */
  way: z.enum(['wecom', 'inside', 'sso'], '登录方式不正确'),
  redirect: OwnPath.optional(),
})
export const BeginSignInAnswer = z.object({
  /** URL to open. Its state works once, within ten minutes, in the browser that requested it. */
  url: z.string(),
})

/** Completes the first scan: the person proves by SMS code that the mobile is theirs. */
export const BindWecom = z.object({
  /** Ticket from the QR_UNBOUND refusal; valid for ten minutes in the browser that scanned. */
  ticket: required('绑定已失效，请重新扫码', 128),
  mobile: Phone('请输入手机号'),
  smsCode: SmsCode,
  ...device,
})
/** The form for `BindWecom`. */
export const BindForm = z.object({
  mobile: Phone('请输入手机号'),
  answer: requiredCode('请输入图片验证码', 10),
  smsCode: SmsCode,
})

/** The code, state and issuer that the provider returned. */
export const CasLogin = z.object({
  code: requiredCode('缺少授权码', 2000),
  state: text(128),
  iss: text(500),
  ...device,
})

export const Profile = z.object({
  memberId: z.number(),
  dealerId: z.number(),
  dealerCode: z.string(),
  company: z.string(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  /** Masked. */
  identifyNo: z.string(),
  /** Display names of the roles, joined by 、. */
  allRoles: z.string(),
  role: z.number(),
  handleFront: z.boolean(),
  canDailyReport: z.boolean(),
  /** The store's group, or 0. */
  groupId: z.number(),
  province: z.string(),
  city: z.string(),
  area: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** Rights and visible data of a session; identical after sign-in, store switch and reload. */
export const SessionInfo = z.object({
  profile: Profile,
  isAdmin: z.boolean(),
  role: z.number(),
  modules: z.array(z.string()),
  allModules: z.array(z.object({ name: z.string() })),
  dealers: z.array(z.object({ dealerId: z.number(), name: z.string() })),
  ...Flags.shape,
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const LoginAnswer = z.object({
  ...SessionInfo.shape,
  token: z.string(),
  /** The page requested before the redirect to an outside service. */
  returnTo: z.string().optional(),
  /** Another site where this store works (gray release); the client opens it at once. */
  site: z.string().optional(),
})
export type LoginAnswer = z.infer<typeof LoginAnswer>

/** Sign-in methods of the sign-in page: QR tab, single sign-on and demo accounts. */
export const SignInOptions = z.object({ token: text(200) })
export const SignInOptionsAnswer = z.object({
  /** Empty when QR sign-in is not configured; `demo` when the demo simulates it. */
  appId: z.string(),
  agentId: z.string(),
  /** Codes are those of an authenticator, because the installation sends no SMS. */
  usesAuthenticator: z.boolean(),
  /** Single sign-on, if configured: the label of its button, and whether it is the only way in. */
  sso: z.object({ name: z.string(), isOnly: z.boolean() }).optional(),
  /** Filled in demo mode only. */
  demo: z
    .object({
      password: z.string(),
      accounts: z.array(
        z.object({ mobile: z.string(), name: z.string(), role: z.string(), dealer: z.string() }),
      ),
    })
    .optional(),
})

/** `url` signs out at the single sign-on provider as well; absent for sessions opened in another way. */
export const LogoutAnswer = z.object({ url: z.string().optional() })

/** The account's sign-in methods other than the password. */
export const BindingsAnswer = z.object({
  wecom: z.object({
    /** Whether WeCom sign-in is available on this server. */
    isOffered: z.boolean(),
    /** When the account was bound; 0 if it is not. */
    boundAt: Seconds,
  }),
  authenticator: z.object({
    /** Whether members of this server sign in with one. */
    isOffered: z.boolean(),
    /** When it was enrolled; 0 if the account has none. */
    enrolledAt: Seconds,
    /** Recovery codes that are left. */
    recoveryCodes: z.number(),
  }),
})
