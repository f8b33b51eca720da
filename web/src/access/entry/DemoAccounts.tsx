import type { signInOptions } from '@showroom/contract/access/access.api'
import type { AnswerOf } from '@showroom/contract/kernel/call'

export type DemoHelp = NonNullable<AnswerOf<typeof signInOptions>['demo']>

/** The members of the demo: one click fills in the whole form. */
export function DemoAccounts({ demo, onChoose }: { demo: DemoHelp; onChoose: (mobile: string) => void }) {
  return (
    <section className="sr-demo" aria-labelledby="demo-title">
      <h2 id="demo-title">演示账号</h2>
      <p>
        点选即填好整张表单，密码 <b>{demo.password}</b>
      </p>
      <ul>
        {demo.accounts.map((one) => (
          <li key={one.mobile}>
            <button
              type="button"
              title={`${one.dealer} · ${one.mobile}`}
              onClick={() => onChoose(one.mobile)}
            >
              <span className="sr-demo-name">{one.name}</span>
              <span className="sr-demo-role">{one.role}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
