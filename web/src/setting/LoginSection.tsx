import { switchSalesLogin } from '@showroom/contract/setting/setting.api'
import { SwitchSalesLogin } from '@showroom/contract/setting/setting.schema'
import { callApi } from '../api/client'
import { SettingSection } from './SettingSection'
import { SwitchSetting } from './SwitchSetting'

export const LoginSection = ({ forbidden }: { forbidden: boolean }) => (
  <SettingSection title="登录">
    <SwitchSetting
      title="禁止销售人员登录PC端"
      about="客户经理与网销专员不能登录本站。"
      value={forbidden}
      schema={SwitchSalesLogin}
      toRequest={(forbit) => ({ forbit })}
      send={(request, options) => callApi(switchSalesLogin, request, options)}
      ask={(forbit) =>
        forbit
          ? '开启后，本店所有客户经理与网销专员立即退出登录，并不能再登录PC端。'
          : '关闭后，本店客户经理与网销专员可以重新登录PC端。'
      }
    />
  </SettingSection>
)
