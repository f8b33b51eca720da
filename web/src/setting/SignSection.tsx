import { updateSignSetting } from '@showroom/contract/setting/setting.api'
import { type SignSetting, UpdateSignSetting } from '@showroom/contract/setting/setting.schema'
import { manageProblem } from '@showroom/contract/team/rank.rules'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Select, Switch } from 'antd'
import { callApi } from '../api/client'
import { useSession } from '../frame/session'
import { actorOf, managedOf, memberListQuery } from '../team/public'
import { clearable } from '../ui/form/clearable'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { TimeOfDay } from '../ui/form/TimeOfDay'
import { SettingForm, SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'
import { byLabel } from '../ui/found'

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((label, index) => ({
  label,
  value: index + 1,
}))

/** The store's hours, its days off, and the members who need not sign in. */
export function SignSection({ setting }: { setting: SignSetting }) {
  const form = useSettingForm({
    schema: UpdateSignSetting,
    draft: { form: 'setting.sign', record: { id: 0, version: versionOf(setting) } },
    initial: setting,
    send: (request, options) => callApi(updateSignSetting, request, options),
  })
  return (
    <SettingSection title="签到与工作时间" hint="线索时限也按这里的工作时间计。">
      <SettingForm form={form} current={setting}>
        <FormGrid>
          <Field name="inTime" label="上班时间" required>
            <TimeOfDay />
          </Field>
          <Field name="offTime" label="下班时间" required>
            <TimeOfDay />
          </Field>
          <Field name="restDays" label="每周休息日" group wide>
            <Checkbox.Group options={weekdays} />
          </Field>
          <Field name="whites" label="免签成员" wide>
            <MembersSelect />
          </Field>
          <Field
            name="isAlert"
            label="到上班时间提醒未签到的成员"
            valuePropName="checked"
            wide
            extra="以消息提醒，休息日与免签成员除外。"
          >
            <Switch />
          </Field>
        </FormGrid>
      </SettingForm>
    </SettingSection>
  )
}

/** A version that changes when another member changes the hours. */
const versionOf = ({ inTime, offTime, restDays, isAlert, whites }: SignSetting): string =>
  [inTime, offTime, restDays.join(''), isAlert, whites.length, whites.reduce((sum, id) => sum + id, 0)].join(
    ' ',
  )

interface MembersSelectProps {
  id?: string
  value?: number[]
  onChange?: (value: number[]) => void
}

function MembersSelect({ value = [], ...rest }: MembersSelectProps) {
  const actor = actorOf(useSession())
  const { data, isPending } = useQuery(memberListQuery())
  return (
    <Select<number[]>
      {...rest}
      className="sr-fill"
      mode="multiple"
      placeholder={isPending ? '加载中…' : '全员签到'}
      loading={isPending}
      allowClear={clearable}
      showSearch={{ ...byLabel, autoClearSearchValue: true }}
      value={isPending ? [] : value}
      options={(data?.data ?? []).map((member) => {
        // Only a member of higher rank excuses another.
        const problem = manageProblem(actor, managedOf(member), 'duty')
        return {
          value: member.memberId,
          label: member.userName,
          ...(problem && { disabled: true, title: problem }),
        }
      })}
    />
  )
}
