import './password-rules.css'

const rules = [
  { text: '小写字母', holds: (password: string) => /[a-z]/.test(password) },
  { text: '大写字母', holds: (password: string) => /[A-Z]/.test(password) },
  { text: '数字', holds: (password: string) => /\d/.test(password) },
  { text: '特殊字符', holds: (password: string) => /[^0-9A-Za-z\s]/.test(password) },
  { text: '至少 8 位', holds: (password: string) => password.length >= 8 },
]

/** The rules of a new password, ticked off during typing. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className="sr-password-rules" aria-label="新密码要求">
      {rules.map(({ text, holds }) => (
        <li key={text} data-holds={holds(password)}>
          {text}
          <span className="sr-visually-hidden">{holds(password) ? '已满足' : '未满足'}</span>
        </li>
      ))}
    </ul>
  )
}
