/** Ways of an import: new files only, or updates of existing ones too. */
export const importWay = { onlyNew: 0, fillBlanks: 1, overwrite: 2 } as const
export type ImportWay = (typeof importWay)[keyof typeof importWay]

export const importWayTexts: Readonly<Record<ImportWay, { readonly title: string; readonly hint: string }>> =
  {
    [importWay.onlyNew]: { title: '仅新增', hint: '只为未建档的客户建档，已建档的客户不变。' },
    [importWay.fillBlanks]: { title: '更新空白项', hint: '另将已建档客户的空白项补上，已有内容不变。' },
    [importWay.overwrite]: {
      title: '覆盖更新',
      hint: '另用表格内容替换已建档客户的内容，空单元格不改动。',
    },
  }

/** Fields that an update never touches. */
export const importUntouched = '手机号、客户经理、级别、来源、状态和跟进计划'
