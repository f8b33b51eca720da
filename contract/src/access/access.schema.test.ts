import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { deriveFlags, isAdminRole, role } from './access.rules.ts'
import {
  ChangePasswordForm,
  changePasswordText,
  LoginForm,
  ResetForm,
  resetPasswordText,
  strongPassword,
} from './access.schema.ts'

const problems = (schema: z.ZodType, value: unknown): Record<string, string> => {
  const first: Record<string, string> = {}
  for (const issue of schema.safeParse(value).error?.issues ?? [])
    first[issue.path.join('.')] ??= issue.message
  return first
}

describe('password policy', () => {
  it('requires eight characters from four classes', () => {
    for (const good of ['Abcdef1!', 'Aa1!Aa1!', 'Showroom#2026', '长Aa1！长长长', `Aa1!${'x'.repeat(124)}`])
      expect(strongPassword.test(good), good).toBe(true)
    for (const bad of [
      'Abcde1!',
      'abcdef1!',
      'ABCDEF1!',
      'Abcdefg!',
      'Abcdefg1',
      'Abcdef1 ',
      '',
      `Aa1!${'x'.repeat(125)}`,
    ])
      expect(strongPassword.test(bad), bad).toBe(false)
  })

  it('has its own error text in each form', () => {
    expect(resetPasswordText).toBe('请输入格式正确的新密码（大小写字母+数字+特殊字符，最小长度8）')
    expect(changePasswordText).toBe('大小写字母+数字+特殊字符，最小长度8')
    const reset = { mobile: '13800000000', smsCode: '123456', confirm: 'weak' }
    expect(problems(ResetForm, { ...reset, newPassword: 'weak' })).toEqual({ newPassword: resetPasswordText })
    const change = { oldPassword: 'x', confirm: 'weak' }
    expect(problems(ChangePasswordForm, { ...change, newPassword: 'weak' })).toEqual({
      newPassword: changePasswordText,
    })
  })
})

describe('account forms', () => {
  it('report every missing sign-in field', () => {
    const all = {
      mobile: '请输入手机号',
      password: '请输入密码',
      answer: '请输入图片验证码',
      smsCode: '请输入验证码',
    }
    expect(problems(LoginForm, {})).toEqual(all)
    expect(problems(LoginForm, { mobile: '', password: '', answer: '', smsCode: '' })).toEqual(all)
    expect(
      problems(LoginForm, { mobile: '138 0000 0000', password: 'x', answer: 'abcd', smsCode: '123456' }),
    ).toEqual({})
  })

  it('report missing reset fields and compare both passwords while other fields are wrong', () => {
    expect(problems(ResetForm, {})).toMatchObject({
      mobile: '请输入手机号',
      smsCode: '请输入验证码',
      newPassword: resetPasswordText,
    })
    expect(problems(ResetForm, { newPassword: 'Abcdef1!', confirm: 'Abcdef1?' })).toMatchObject({
      confirm: '两次输入的密码不一致',
      mobile: '请输入手机号',
    })
    expect(
      problems(ResetForm, {
        mobile: '13800000000',
        smsCode: '123456',
        newPassword: 'Abcdef1!',
        confirm: 'Abcdef1!',
      }),
    ).toEqual({})
  })

  it('report missing fields and different passwords in the change form', () => {
    expect(problems(ChangePasswordForm, { oldPassword: '', newPassword: '', confirm: '' })).toEqual({
      oldPassword: '请输入旧密码',
      newPassword: '请输入新密码',
      confirm: '请再次输入新密码',
    })
    expect(problems(ChangePasswordForm, {})).toMatchObject({
      oldPassword: '请输入旧密码',
      newPassword: '请输入新密码',
    })
    expect(
      problems(ChangePasswordForm, { oldPassword: 'x', newPassword: 'Abcdef1!', confirm: 'abc' }),
    ).toEqual({ confirm: '两次输入的密码不一致' })
  })
})

describe('derived rights', () => {
  const flags = (over: Partial<Parameters<typeof deriveFlags>[0]> = {}) =>
    deriveFlags({
      role: role.consultant,
      modules: [],
      hasSubordinates: false,
      onlinePolicy: 1,
      cityPoolEnable: false,
      hasDaily: false,
      handleFront: false,
      groupId: 0,
      isClosed: false,
      ...over,
    })

  it('treat exactly four roles as admins', () => {
    expect(Object.values(role).filter(isAdminRole)).toEqual([1, 2, 3, 6])
  })

  it('show the whole store to admins and to the roles that switch stores for the group', () => {
    expect(Object.values(role).filter((one) => flags({ role: one }).seesStore)).toEqual([1, 2, 3, 6, 9, 11])
  })

  it('leave an investor nothing to decide, whatever the modules', () => {
    const modules = ['客户管理', '前台流量', '战败审核', '订单审核', '线索分配', '客户离职', '库存']
    const given = flags({ role: role.investor, modules, hasSubordinates: true, onlinePolicy: 2, groupId: 1 })
    expect(Object.entries(given).flatMap(([name, value]) => (value ? name : []))).toEqual([
      'dccEnable',
      'seesStore',
      'onlyReads',
    ])
  })

  it('let 集团DCC assign where the group cleans', () => {
    const dcc = { role: role.groupDcc, modules: ['线索分配'] }
    const assigns = (over: object) => flags({ ...dcc, ...over }).allowOnlineAssign
    expect(assigns({ groupId: 1 })).toBe(true)
    expect(assigns({ groupId: 1, onlinePolicy: 2 })).toBe(true)
    expect(assigns({ groupId: 0 })).toBe(false)
    expect(assigns({ groupId: 1, onlinePolicy: 3 })).toBe(false)
    expect(assigns({ groupId: 1, modules: [] })).toBe(false)
  })

  it('let who keeps the stock see orders that wait for a car', () => {
    expect(flags({ role: role.stock, modules: ['库存'] }).allowOrderAlloc).toBe(true)
    expect(flags({ role: role.stock }).allowOrderAlloc).toBe(false)
  })

  it('depend on role, modules, subordinates and policy', () => {
    expect(Object.values(flags({ onlinePolicy: 2 })).filter(Boolean)).toEqual([true]) // dccEnable alone
    expect(flags({ modules: ['战败审核', '订单审核', '客户离职'] })).toMatchObject({
      allowFailVerify: true,
      allowOrderVerify: true,
      canResign: true,
    })
    expect(flags({ hasSubordinates: true }).allowAssign).toBe(true)
    expect(flags({ modules: ['订单审核'] }).allowOrderAlloc).toBe(false)
    expect(flags({ role: 1 })).toMatchObject({
      allowAssign: true,
      allowOrderAlloc: true,
      allowFailVerify: true,
    })
  })

  it('grant the front desk by module, and require handleFront for front desk and network sales roles', () => {
    const who = (handleFront: boolean, modules = ['前台流量']) =>
      Object.values(role).filter((one) => flags({ role: one, modules, handleFront }).allowFront)
    const all = Object.values(role).filter((one) => one !== role.investor)
    expect(who(true)).toEqual(all)
    expect(who(false)).toEqual(all.filter((one) => one !== 5 && one !== 7))
    expect(who(true, [])).toEqual([1, 2, 3, 6])
  })

  it('let admins assign online leads under policy 1, DCC under policy 2 and no role under policy 3', () => {
    const who = (onlinePolicy: number) =>
      Object.values(role).filter((one) => flags({ role: one, onlinePolicy }).allowOnlineAssign)
    expect(who(1)).toEqual([1, 2, 3, 6])
    expect(who(2)).toEqual([5])
    expect(who(3)).toEqual([])
    expect(flags({ onlinePolicy: 3 })).toMatchObject({ isAutoClear: true, dccEnable: false })
  })
})
