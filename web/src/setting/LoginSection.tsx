import { switchRanking, switchSalesLogin } from '@showroom/contract/setting/setting.api'
import { SwitchRanking, SwitchSalesLogin } from '@showroom/contract/setting/setting.schema'
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

/** Whether all members see the team's numbers. */
export const RankingSection = ({ isOn }: { isOn: boolean }) => (
  <SettingSection title="业绩">
    <SwitchSetting
      title="业绩排名"
      about="全体成员可以在业绩目标中看到同事的目标与实际。"
      value={isOn}
      schema={SwitchRanking}
      toRequest={(enable) => ({ enable })}
      send={(request, options) => callApi(switchRanking, request, options)}
      ask={(enable) =>
        enable
          ? '开启后，本店每位成员都能看到所有同事的目标与实际数。'
          : '关闭后，成员只看到自己和下级的目标与实际数。'
      }
    />
  </SettingSection>
)
