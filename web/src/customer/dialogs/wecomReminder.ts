import type { App } from 'antd'

type ModalApi = ReturnType<typeof App.useApp>['modal']

/** 客户提醒: told afterwards, when the customer is claimed already. */
export const remindOfWecom = (modal: ModalApi, done: '新建' | '保存'): void =>
  void modal.info({
    title: '客户提醒',
    content: `该手机号已存在于企业微信客户池，${done}后已默认认领该客户。`,
    okText: '知道了',
    centered: true,
  })
