import { describe, expect, it } from 'vitest'
import { wordsOf } from './audit.words.ts'
import type { Names } from './audit.words.ts'

const names: Names = {
  member: (id) => ({ 3: '陆建峰', 4: '林晓雯', 5: '陈立航' })[id] ?? '',
  role: (role) => ({ 3: '销售经理', 4: '客户经理' })[role] ?? '',
}
const wording = (action: string, detail: object, record = 'member:4'): string =>
  wordsOf(action, record, detail as Readonly<Record<string, unknown>>, names)

describe('the audit as text', () => {
  it('shows a changed member with old and new values', () => {
    expect(
      wording('member-update', {
        role: { from: 4, to: 3 },
        modules: { from: ['客户管理', '客户离职'], to: [] },
        managerId: { from: 3, to: 0 },
        status: { from: 0, to: -1 },
        mobile: 'changed',
        nowBelow: [5],
      }),
    ).toBe(
      '手机号 已更换，岗位 客户经理 → 销售经理，上级 陆建峰 → 无，新增下级 陈立航，权限 客户管理、客户离职 → （空），状态 正常 → 冻结',
    )
  })

  it('shows a new member with position and permissions', () => {
    expect(
      wording('member-add', { name: '新员', role: 4, modules: ['客户管理'], superior: 3, subordinates: [] }),
    ).toBe('姓名 新员，岗位 客户经理，上级 陆建峰，权限 客户管理')
  })

  it("shows to whom a former member's work went", () => {
    expect(
      wording('member-leave', {
        leaveId: 7,
        customers: 30,
        tasks: 12,
        leads: 0,
        reviews: 0,
        orders: 1,
        subordinates: 2,
        toMembers: [
          { memberId: 4, customers: 20 },
          { memberId: 5, customers: 10 },
        ],
        toTop: 3,
      }),
    ).toBe('下级 2，客户 30，任务 12，订单 1，交接给 林晓雯 20 位、陈立航 10 位，下级转至 陆建峰')
    expect(wording('member-leave-back', { leaveId: 7, customers: 28, subordinates: 0, kept: 2 })).toBe(
      '客户 28，保持不变 2',
    )
  })

  it('shows a handover of one customer or many, and its undoing', () => {
    expect(wording('handover', { toMemberId: 4 }, 'customer:1')).toBe('转给 林晓雯')
    expect(wording('handover', { customerIds: [1, 2], toMemberId: 4 }, '')).toBe('客户 2，转给 林晓雯')
    expect(wording('undo-handover', { customerIds: [1, 2], fromMemberId: 4 }, '')).toBe(
      '客户 2，从此成员收回 林晓雯',
    )
  })

  it('shows settings by their visible names', () => {
    expect(wording('setting', { old: 1, new: 3 }, 'setting:policy')).toBe(
      '线上线索策略：网销专员清洗，主管分配 → 无需清洗，自动分配',
    )
    expect(wording('setting', { old: [], new: [4, 5] }, 'setting:whites')).toBe(
      '免签成员：无 → 林晓雯、陈立航',
    )
    expect(wording('setting', { old: [], new: [1, 7] }, 'setting:restDays')).toBe(
      '每周休息日：（空） → 周一、周日',
    )
    expect(wording('setting', { old: '旧', new: '新' }, 'source:3')).toBe('自定义来源：旧 → 新')
    expect(wording('sms-template', { old: null, new: '您好' }, 'template:3')).toBe('（空） → 您好')
  })
})
