import { switchCityPool, updateLeadLimits } from '@showroom/contract/setting/setting.api'
import { groupPolicyText, leadMinutes, onlinePolicies } from '@showroom/contract/setting/setting.rules'
import {
  type DealerProfile,
  SwitchCityPool,
  UpdateLeadLimits,
} from '@showroom/contract/setting/setting.schema'
import { InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { lazyDialog } from '../ui/lazyDialog'
import { SettingForm, SettingSection } from './SettingSection'
import { SwitchSetting } from './SwitchSetting'
import { useSettingForm } from './useSettingForm'

const PolicyDialog = lazyDialog(() => import('./PolicyDialog').then((module) => module.PolicyDialog))

/**
 * Settings of online leads: who cleans and assigns them, within which time, and whether they are shared in the city.
 */
export const LeadSection = ({ dealer }: { dealer: DealerProfile }) => (
  <SettingSection title="线上线索">
    <Policy online={dealer.policy.online} isOfGroup={dealer.groupId !== 0} />
    <Limits {...dealer.leadLimits} />
    <SwitchSetting
      title="城市池"
      about="客户因异地购车战败时，转为购车城市门店的线索。"
      value={dealer.cityPoolEnable}
      schema={SwitchCityPool}
      toRequest={(enable) => ({ enable })}
      send={(request, options) => callApi(switchCityPool, request, options)}
      ask={(enable) =>
        enable
          ? '加入后，本店因异地购车战败的客户会转给购车城市的门店。'
          : '退出后，本店因异地购车战败的客户不再转出。'
      }
    />
  </SettingSection>
)

function Policy({ online, isOfGroup }: { online: number; isOfGroup: boolean }) {
  const [next, setNext] = useState<number>()
  return (
    <div className="sr-setting-part">
      <h3 id="policy-title" className="sr-setting-part-title">
        处理策略
      </h3>
      {isOfGroup && <p className="sr-setting-note">{groupPolicyText}。</p>}
      <Radio.Group
        aria-labelledby="policy-title"
        className="sr-policies"
        value={online}
        disabled={isOfGroup}
        onChange={(event) => setNext(event.target.value as number)}
        options={onlinePolicies.map(({ value, title, about }) => ({
          value,
          label: (
            <>
              <span className="sr-policy-title">{title}</span>
              <span className="sr-policy-about">{about}</span>
            </>
          ),
        }))}
      />
      {next && <PolicyDialog from={online} to={next} onClosed={() => setNext(undefined)} />}
    </div>
  )
}

const minutes = { className: 'sr-fill', min: leadMinutes.least, max: leadMinutes.most, suffix: '分钟' }

function Limits({ clearMinutes, followMinutes }: DealerProfile['leadLimits']) {
  const current = { clearMinutes, followMinutes }
  const form = useSettingForm({
    schema: UpdateLeadLimits,
    initial: current,
    send: (request, options) => callApi(updateLeadLimits, request, options),
  })
  return (
    <div className="sr-setting-part">
      <h3 className="sr-setting-part-title">处理时限</h3>
      <SettingForm form={form} current={current}>
        <FormGrid>
          <Field name="clearMinutes" label="清洗时限" required extra="线索进入后，按工作时间计">
            <InputNumber {...minutes} />
          </Field>
          <Field name="followMinutes" label="首次跟进时限" required extra="分配给客户经理后，按工作时间计">
            <InputNumber {...minutes} />
          </Field>
        </FormGrid>
      </SettingForm>
    </div>
  )
}
