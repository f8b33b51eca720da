import { OutsideButton } from './OutsideButton'

/** The application id in the demo, which has no WeCom. */
const demoApp = 'demo'

/** The QR tab: the button to WeCom's code, or a note that there is none. */
export function QrPanel({ appId, redirect }: { appId: string; redirect: string | undefined }) {
  const isDemo = appId === demoApp
  return (
    <div className="sr-qr">
      <QrArt />
      {appId ? (
        <>
          <p className="sr-qr-title">使用企业微信扫码登录</p>
          <p>
            {isDemo
              ? '演示环境没有接入企业微信：将打开一个模拟的扫码页面。'
              : '将打开企业微信的扫码页面，确认后自动返回并登录。'}
          </p>
          <OutsideButton way="wecom" primary redirect={redirect}>
            {isDemo ? '打开演示扫码页面' : '打开扫码页面'}
          </OutsideButton>
        </>
      ) : (
        <>
          <p className="sr-qr-title">扫码登录尚未配置</p>
          <p>请使用账户登录；需要开通企业微信扫码时，请联系管理员。</p>
        </>
      )}
    </div>
  )
}

/** The corners of a QR code, with a car instead of the dots. */
function QrArt() {
  return (
    <svg
      viewBox="0 0 160 160"
      width="160"
      height="160"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden
    >
      <path
        d="M8 44V20A12 12 0 0 1 20 8h24M116 8h24a12 12 0 0 1 12 12v24M152 116v24a12 12 0 0 1-12 12h-24M44 152H20a12 12 0 0 1-12-12v-24"
        strokeLinecap="round"
      />
      <g fill="currentColor" stroke="none" opacity="0.5">
        <path
          d="M28 28h32v32H28zM36 36v16h16V36zM100 28h32v32h-32zM108 36v16h16V36zM28 100h32v32H28zM36 108v16h16v-16z"
          fillRule="evenodd"
        />
        <path d="M72 28h8v8h-8zM84 36h8v8h-8zM72 48h8v12h-8zM84 52h8v8h-8zM100 100h8v8h-8zM116 100h16v8h-16zM108 112h8v8h-8zM124 116h8v16h-8zM100 124h16v8h-16zM72 100h8v16h-8zM84 108h8v8h-8zM72 124h20v8H72zM28 72h8v16h-8zM44 76h12v8H44zM124 72h8v16h-8zM104 76h12v8h-12z" />
      </g>
      <path
        className="sr-qr-car"
        d="M52 92v-5c0-3 2-5 5-6l6-1 9-9c2-2 4-3 7-3h9c3 0 5 1 7 3l7 8c4 1 6 3 6 7v6z"
        stroke="none"
      />
    </svg>
  )
}
